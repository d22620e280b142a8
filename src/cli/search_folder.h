// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <optional>
#include <string>

namespace heddle::cli {

// The folder that a search is kept in, and the files in it.  Nothing in it is a symbolic link, nor
// is the folder itself: whoever may write to what is above it does not say where heddle writes.
class SearchFolder {
 public:
  // Makes it if it is not there.  Neither a sentence nor a folder: it cannot be made or opened.
  static base::Result<std::optional<SearchFolder>> open(const std::string& path, bool make);

  SearchFolder(SearchFolder&& other) noexcept;
  SearchFolder& operator=(SearchFolder&& other) = delete;
  ~SearchFolder();

  [[nodiscard]] std::string path_of(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] bool has(const std::string& name) const;

  // Enough of the disk is free for a search.
  [[nodiscard]] bool has_room() const;

  // Nobody else works in this folder until it is closed, or this process ends.
  [[nodiscard]] bool lock();

  // A descriptor for reading and writing; -1.
  //   make_file: of an empty file, in the place of what was there;
  //   open_file: of a regular file that is there.
  [[nodiscard]] int make_file(const std::string& name) const;
  [[nodiscard]] int open_file(const std::string& name) const;

  [[nodiscard]] bool write_whole(const std::string& name, const std::string& text) const;
  [[nodiscard]] base::Result<std::string> read_whole(const std::string& name) const;
  [[nodiscard]] bool rename(const std::string& from, const std::string& to) const;
  void remove(const std::string& name) const;

  // With its lock; the folder itself, if nothing else is in it.
  void remove_itself();

 private:
  SearchFolder(std::string path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;
  int lock_ = -1;
};

}  // namespace heddle::cli

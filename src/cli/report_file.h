// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <memory>
#include <string>

namespace heddle::cli {

// A file that is written in one piece when the work is done.
//
// It is opened before the work begins, so that a wrong path costs no search.  What is in it stays
// there until the new text is written; a file that was made for a text that never came is removed.
// A text that does not fit on the disk leaves the file empty: half a report could be taken for one,
// and the old one for the new.
class ReportFile {
 public:
  // "-" is standard output, and so is the name of the file or pipe that standard output goes to.
  static base::Result<std::unique_ptr<ReportFile>> open(const std::string& path);
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  [[nodiscard]] bool is_standard_output() const;
  [[nodiscard]] bool is_same_as(const ReportFile& other) const;

  // Once.
  base::Result<size_t> write(const std::string& text);

 private:
  ReportFile(std::string path, int descriptor, bool made)
      : path_(std::move(path)), descriptor_(descriptor), made_(made) {}

  [[nodiscard]] base::Error cannot_write(int error) const;

  const std::string path_;
  int descriptor_;
  bool made_;  // by us, and nothing was written to it
};

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/search_files.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace heddle::cli {

// All that `heddle run --resume` has to know besides the search itself.
struct SearchDescription {
  // A finding of an exploration before the present one; see supervise/rounds.h.
  struct Finding {
    std::string trace;
    std::vector<uint64_t> races;
  };

  std::string keyed_hash;              // of what is run, see cli/origin.h; empty without a key
  std::vector<std::string> arguments;  // of the command, after `run`
  std::string directory;               // that it was run in
  std::string build_id;                // of the program
  int64_t start_time = 0;
  uint32_t workers = 1;
  uint32_t round = 0;
  uint32_t suppressed = 0;
  uint32_t benign = 0;
  std::vector<Finding> findings;
};

// A search that is kept in files in DIR/search, from its beginning to its end.  What is there when
// heddle or the machine's user breaks it off is what it goes on with.
class SavedSearch final : public supervise::SearchFiles {
 public:
  // Null if it cannot be kept there: nothing can be written, or another search is.
  static std::unique_ptr<SavedSearch> begin(const std::string& directory,
                                            SearchDescription description,
                                            const std::string& standard_input);
  static base::Result<std::unique_ptr<SavedSearch>> resume(const std::string& directory);

  ~SavedSearch() override;
  SavedSearch(const SavedSearch&) = delete;
  SavedSearch& operator=(const SavedSearch&) = delete;

  [[nodiscard]] const SearchDescription& description() const { return description_; }
  [[nodiscard]] base::Result<std::string> standard_input() const;

  int file_for(uint32_t worker) override;

  // Another exploration begins, over empty files.
  void begin_round(const SearchDescription& description);

  // There is nothing to be taken up again: the files are removed.
  void finish();

 private:
  explicit SavedSearch(std::string directory) : directory_(std::move(directory)) {}

  [[nodiscard]] std::string path(const std::string& name) const;
  [[nodiscard]] std::string name_of_file(uint32_t round, uint32_t worker) const;
  bool lock();
  bool write_description() const;
  base::Result<SearchDescription> read_description() const;
  void remove_files(uint32_t round) const;
  void close_files();

  const std::string directory_;
  bool made_directory_ = false;
  int lock_ = -1;
  SearchDescription description_;
  std::vector<int> files_;
};

}  // namespace heddle::cli

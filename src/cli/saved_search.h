// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "cli/search_folder.h"
#include "supervise/search_files.h"
#include "verdict/climb.h"
#include "verdict/ledger.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace heddle::cli {

// All that `heddle run --resume` has to know besides the search itself.
struct SearchDescription {
  std::string keyed_hash;              // of what is run, see cli/origin.h; empty without a key
  std::vector<std::string> arguments;  // of the command, after `run`
  std::string directory;               // that it was run in
  std::string build_id;                // of the program
  int64_t start_time = 0;
  uint64_t identity = 0;  // a random number: whose files they are
  uint32_t workers = 1;
  uint32_t round = 0;
  uint32_t attempt = 0;      // of the round: a search may have to begin anew
  uint32_t after_races = 0;  // rounds that began anew, see verdict::Rounds
  uint32_t suppressed = 0;
  uint32_t benign = 0;
  verdict::Climb climb;
  uint64_t spent = 0;  // executions of the rounds before
  std::vector<verdict::KnownFinding> findings;
  std::vector<verdict::KnownFinding> races;  // those that are no findings
  std::vector<verdict::KnownFinding> suspects;
};

// A search that is kept in files in DIR/search, from its beginning to its end.  What is there when
// heddle or the machine's user breaks it off is what it goes on with.
//
// The description names the files of the workers.  It is written when all of them have what the
// search begins with, in the place of the one before, whose files are removed after that.  So
// whenever there is a description, its files are whole.
class SavedSearch final : public supervise::SearchFiles {
 public:
  // Null if it cannot be kept there: nothing can be written, or another search is.
  static base::Result<std::unique_ptr<SavedSearch>> begin(const std::string& directory,
                                                          SearchDescription description,
                                                          const std::string& standard_input);
  static base::Result<std::unique_ptr<SavedSearch>> resume(const std::string& directory);

  ~SavedSearch() override;
  SavedSearch(const SavedSearch&) = delete;
  SavedSearch& operator=(const SavedSearch&) = delete;

  [[nodiscard]] const SearchDescription& description() const { return description_; }
  [[nodiscard]] base::Result<std::string> standard_input() const;

  int file_for(uint32_t worker) override;
  [[nodiscard]] uint64_t identity_of(uint32_t worker) const override;
  void begun() override;
  void begin_anew(uint32_t workers) override;

  // Another exploration begins, over empty files.
  void begin_round(const SearchDescription& description);

  // There is nothing to be taken up again: the files are removed.
  void finish();

 private:
  SavedSearch(std::string directory, SearchFolder folder)
      : directory_(std::move(directory)), folder_(std::move(folder)) {}

  static base::Result<SearchFolder> open_folder(const std::string& directory);

  void begin_files(const SearchDescription& description);
  [[nodiscard]] bool write_description() const;
  base::Result<SearchDescription> read_description();
  [[nodiscard]] std::vector<std::string> names_of_files() const;
  void remove_old_files();
  void close_files();

  const std::string directory_;
  SearchFolder folder_;
  bool made_directory_ = false;
  SearchDescription description_;
  bool is_written_ = false;             // the description
  std::vector<std::string> old_files_;  // of the one that is written, if that is another
  uint64_t input_hash_ = 0;
  std::vector<int> files_;
};

}  // namespace heddle::cli

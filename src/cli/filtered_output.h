// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <thread>

namespace heddle::cli {

// A pipe to a terminal: what the program writes to it is shown as it comes, with control
// characters as escapes.
class FilteredOutput {
 public:
  explicit FilteredOutput(int terminal);
  // After all that was written so far has been shown, whether or not the program still has the
  // pipe open.
  ~FilteredOutput();
  FilteredOutput(const FilteredOutput&) = delete;
  FilteredOutput& operator=(const FilteredOutput&) = delete;

  // For the program; -1 if there can be no pipe.
  [[nodiscard]] int descriptor() const { return pipe_[1]; }

 private:
  void pass_on();
  bool pass_on_what_is_there();
  void show(size_t length);

  const int terminal_;
  int pipe_[2] = {-1, -1};
  int stop_[2] = {-1, -1};
  std::string pending_;  // the beginning of a character whose end is still to come
  std::thread thread_;
};

// How many bytes at the end of the text are the beginning of a character in UTF-8.
[[nodiscard]] size_t unfinished_bytes(const std::string& text);

}  // namespace heddle::cli

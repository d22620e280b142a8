// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::supervise {

// A pattern of a suppression: it is looked for anywhere in a text, `*` stands for any
// characters, `^` at its begin and `$` at its end for those of the text.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

// Races that the user does not want to hear of, in the format that ThreadSanitizer reads:
// lines `race:pattern` (a function, file or module on either stack, or the variable) and
// `race_top:pattern` (where the access itself is), among comments and kinds that are not
// about races.
class Suppressions {
 public:
  Suppressions() = default;

  // `name` is what the text is called in a sentence about it.
  static base::Result<Suppressions> parse(std::string_view text, const std::string& name);
  static base::Result<Suppressions> read(const std::string& path);

  // Whether a race between accesses on these stacks, to that variable, is suppressed.
  [[nodiscard]] bool covers_race(const std::vector<trace::Stack>& stacks,
                                 const std::string& variable) const;

  // Kinds that not even ThreadSanitizer has, in the order of the file; they do nothing.
  [[nodiscard]] const std::vector<std::string>& unknown_kinds() const { return unknown_kinds_; }

 private:
  std::vector<std::string> anywhere_;
  std::vector<std::string> at_the_top_;
  std::vector<std::string> unknown_kinds_;
};

// The file that TSAN_OPTIONS names, if it does: `suppressions=FILE` among options that are
// separated by spaces, commas or colons, in quotes where it has one of these itself.
[[nodiscard]] std::optional<std::string> suppressions_in_options(std::string_view options);

}  // namespace heddle::supervise

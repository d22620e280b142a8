// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::supervise {

// What --scope and --no-scope take: code by the names of functions, files and modules.
//
// `fun:`, `file:`, `module:` or `namespace:` and a pattern in which `*` stands for any characters;
// without one of these words, it may be a function, a file or a module.  The pattern is to match
// the whole of a name, or the whole of its end after a `::` of a function, or a `/` of a file or
// module. Template arguments may be left out.  A namespace is all functions in it.
class ScopePattern {
 public:
  // The error is a sentence about `option`, which the text was given with.
  static base::Result<ScopePattern> parse(const std::string& text, std::string_view option);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool matches_function(std::string_view name) const;
  [[nodiscard]] bool matches_file(std::string_view path) const;
  [[nodiscard]] bool matches_module(std::string_view path) const;

 private:
  std::string text_;  // as it was given
  std::string pattern_;
  bool functions_ = false;
  bool files_ = false;
  bool modules_ = false;
};

// Where preemptions are wanted.
struct ScopePatterns {
  std::vector<ScopePattern> only;   // in these; if there are none, everywhere
  std::vector<ScopePattern> never;  // but not in these

  [[nodiscard]] bool any() const { return !only.empty() || !never.empty(); }
};

}  // namespace heddle::supervise

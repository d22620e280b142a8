// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::verdict {

// Where preemptions were allowed.
struct Scope {
  std::vector<std::string> only;   // patterns of --scope; none: everywhere
  std::vector<std::string> never;  // of --no-scope
  bool atomic_sections = false;    // none between heddle_atomic_begin() and heddle_atomic_end()

  [[nodiscard]] bool any() const { return !only.empty() || !never.empty() || atomic_sections; }
};

// "all of them in A or B, and none in C"; `them`: what the preemptions are called.
[[nodiscard]] std::string scope_words(const Scope& scope, std::string_view them);

}  // namespace heddle::verdict

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/exploration.h"
#include "supervise/program.h"
#include "supervise/scope_pattern.h"

#include <string>
#include <vector>

namespace heddle::supervise {

// What patterns mean in a program.
struct FoundScope {
  verdict::ScopeTable table;
  std::vector<std::string> unmatched;  // patterns that no code has the name of
  bool any_only = false;               // some code has that of one of --scope
  bool too_much = false;               // more stretches of code than can be kept
};

// In files that are mapped so.
[[nodiscard]] FoundScope find_scope(const std::vector<process::ModuleRecord>& modules,
                                    const std::string& program, const ScopePatterns& patterns);

// Runs the program once, by the default schedule, to see which files it loads; and says what the
// patterns mean there.
base::Result<FoundScope> find_scope(const Program& program, const Request& request,
                                    const ScopePatterns& patterns);

}  // namespace heddle::supervise

// SPDX-License-Identifier: Apache-2.0
#include "cli/scope.h"

#include "supervise/scope_table.h"

#include <fmt/format.h>

namespace heddle::cli {

base::Result<std::vector<std::string>> settle_scope(const RunPlan& plan,
                                                    const supervise::Program& program,
                                                    supervise::Request& request) {
  std::vector<std::string> notes;
  if (!plan.scope.any()) {
    return notes;
  }
  base::Result<supervise::FoundScope> found = supervise::find_scope(program, request, plan.scope);
  if (!found.ok()) {
    return found.error();
  }
  supervise::FoundScope& scope = found.value();
  if (!plan.scope.only.empty() && !scope.any_only) {
    return base::Error{fmt::format(
        "no function, file or module of {} is called as --scope says ({}{}), so there would be no "
        "preemptions; names are those of reports, and need debug information (-g)",
        program.path, plan.scope.only.front().text(), plan.scope.only.size() > 1 ? ", …" : "")};
  }
  if (scope.too_much) {
    return base::Error{
        "--scope and --no-scope name more pieces of code than can be kept; name files or modules "
        "as a whole"};
  }
  for (const std::string& pattern : scope.unmatched) {
    notes.push_back(
        fmt::format("no function, file or module is called {}: it scopes nothing", pattern));
  }
  request.visibility.scope = std::move(scope.table);
  return notes;
}

}  // namespace heddle::cli

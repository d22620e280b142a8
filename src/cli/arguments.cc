// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

namespace heddle::cli {

Arguments split(const std::vector<std::string>& words) {
  Arguments arguments;
  for (const std::string& word : words) {
    const bool ended = !arguments.rest.empty() || word == "--";
    (ended ? arguments.rest : arguments.own).push_back(word);
  }
  return arguments;
}

std::vector<std::string> command_line(std::vector<std::string> remaining,
                                      const std::vector<std::string>& rest) {
  const bool separator = remaining.empty() && !rest.empty();
  remaining.insert(remaining.end(), rest.begin() + (separator ? 1 : 0), rest.end());
  return remaining;
}

}  // namespace heddle::cli

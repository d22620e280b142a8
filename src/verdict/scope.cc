// SPDX-License-Identifier: Apache-2.0
#include "verdict/scope.h"

#include <fmt/format.h>

namespace heddle::verdict {
namespace {

std::string any_of(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text;
}

}  // namespace

std::string scope_words(const Scope& scope, std::string_view them) {
  std::vector<std::string> never = scope.never;
  if (scope.atomic_sections) {
    never.emplace_back("a section from heddle_atomic_begin to heddle_atomic_end");
  }
  std::string text;
  if (!scope.only.empty()) {
    text = fmt::format("all of {} in {}", them, any_of(scope.only));
  }
  if (!never.empty()) {
    text += text.empty() ? fmt::format("none of {} in {}", them, any_of(never))
                         : fmt::format(" and none in {}", any_of(never));
  }
  return text;
}

}  // namespace heddle::verdict

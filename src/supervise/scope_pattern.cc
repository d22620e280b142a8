// SPDX-License-Identifier: Apache-2.0
#include "supervise/scope_pattern.h"

#include "supervise/suppressions.h"

#include <fmt/format.h>

namespace heddle::supervise {
namespace {

// The whole of it, or the whole of an end of it after a separator.
bool matches_end(const std::string& pattern, std::string_view text, std::string_view separator) {
  const std::string whole = "^" + pattern + "$";
  if (matches(whole, text)) {
    return true;
  }
  for (size_t at = 0; (at = text.find(separator, at)) != std::string_view::npos;) {
    at += separator.size();
    if (matches(whole, text.substr(at))) {
      return true;
    }
  }
  return false;
}

// "Queue<int>::push" as "Queue::push"; operators keep their names.
std::string without_template_arguments(std::string_view name) {
  std::string result;
  size_t depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool in_operator = result.ends_with("operator") || result.ends_with("operator<") ||
                             result.ends_with("operator-") || result.ends_with("operator>") ||
                             result.ends_with("operator<=");
    if (depth == 0 && (in_operator || (name[i] != '<' && name[i] != '>'))) {
      result += name[i];
    } else if (name[i] == '<') {
      ++depth;
    } else if (name[i] == '>' && depth > 0) {
      --depth;
    }
  }
  return result;
}

}  // namespace

base::Result<ScopePattern> ScopePattern::parse(const std::string& text, std::string_view option) {
  ScopePattern result;
  result.text_ = text;
  result.pattern_ = text;
  // "std::sort" has colons of its own.
  const size_t colon = text.find(':');
  const bool has_kind = colon != std::string::npos && text.substr(colon, 2) != "::";
  const std::string kind = has_kind ? text.substr(0, colon) : "";
  if (has_kind) {
    result.pattern_ = text.substr(colon + 1);
  }
  result.functions_ = !has_kind || kind == "fun" || kind == "namespace";
  result.files_ = !has_kind || kind == "file";
  result.modules_ = !has_kind || kind == "module";
  if (!result.functions_ && !result.files_ && !result.modules_) {
    return base::Error{fmt::format(
        "{} takes fun:, file:, module: or namespace: and a name, not '{}'", option, text)};
  }
  if (result.pattern_.empty()) {
    return base::Error{fmt::format(
        "{} takes the name of a function, file or module, as in {} fun:Queue::*, not '{}'", option,
        option, text)};
  }
  if (kind == "namespace") {
    result.pattern_ += "::*";
  }
  return result;
}

bool ScopePattern::matches_function(std::string_view name) const {
  return functions_ && !name.empty() &&
         (matches_end(pattern_, name, "::") ||
          (name.find('<') != std::string_view::npos &&
           matches_end(pattern_, without_template_arguments(name), "::")));
}

bool ScopePattern::matches_file(std::string_view path) const {
  return files_ && !path.empty() && matches_end(pattern_, path, "/");
}

bool ScopePattern::matches_module(std::string_view path) const {
  return modules_ && !path.empty() && matches_end(pattern_, path, "/");
}

}  // namespace heddle::supervise

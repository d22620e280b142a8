// SPDX-License-Identifier: Apache-2.0
#include "supervise/suppressions.h"

#include "supervise/text_file.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::supervise {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// Kinds of ThreadSanitizer's that are about other reports than races.
constexpr std::string_view kOtherKinds[] = {"called_from_lib", "deadlock", "mutex", "signal",
                                            "thread"};

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) {
    return "";
  }
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

bool any_matches(const std::vector<std::string>& patterns, std::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches(pattern, text); });
}

bool any_matches(const std::vector<std::string>& patterns, const trace::Frame& frame) {
  return any_matches(patterns, frame.function) || any_matches(patterns, frame.file) ||
         any_matches(patterns, frame.module);
}

}  // namespace

// Each piece between two `*` is taken where it comes first; only the last one, if it has
// to be at the end, is looked for there.
bool matches(std::string_view pattern, std::string_view text) {
  const bool from_begin = pattern.starts_with('^');
  pattern.remove_prefix(from_begin ? 1 : 0);
  const bool to_end = pattern.ends_with('$');
  pattern.remove_suffix(to_end ? 1 : 0);
  if (text.empty()) {
    return false;
  }
  bool first = true;
  for (;;) {
    const size_t star = pattern.find('*');
    const bool last = star == std::string_view::npos;
    const std::string_view piece = pattern.substr(0, star);
    if (last && to_end && !(first && from_begin)) {
      return text.ends_with(piece);
    }
    const size_t at = first && from_begin ? (text.starts_with(piece) ? 0 : std::string_view::npos)
                                          : text.find(piece);
    if (at == std::string_view::npos) {
      return false;
    }
    text.remove_prefix(at + piece.size());
    if (last) {
      return !to_end || text.empty();
    }
    pattern.remove_prefix(star + 1);
    first = false;
  }
}

base::Result<Suppressions> Suppressions::parse(std::string_view text, const std::string& name) {
  Suppressions result;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    const size_t colon = line.find(':');
    const std::string_view kind = line.substr(0, colon);
    const std::string pattern(colon == std::string_view::npos ? ""
                                                              : trimmed(line.substr(colon + 1)));
    if (kind.empty() || pattern.empty()) {
      return base::Error{
          fmt::format("line {} of {} should be a suppression such as race:function, not '{}'",
                      number, name, line)};
    }
    if (kind == "race") {
      result.anywhere_.push_back(pattern);
    } else if (kind == "race_top") {
      result.at_the_top_.push_back(pattern);
    } else if (std::find(std::begin(kOtherKinds), std::end(kOtherKinds), kind) ==
                   std::end(kOtherKinds) &&
               std::find(result.unknown_kinds_.begin(), result.unknown_kinds_.end(), kind) ==
                   result.unknown_kinds_.end()) {
      result.unknown_kinds_.emplace_back(kind);
    }
  }
  return result;
}

base::Result<Suppressions> Suppressions::read(const std::string& path) {
  const base::Result<std::string> text = read_text_file(path);
  if (!text.ok()) {
    return text.error();
  }
  return parse(text.value(), path);
}

bool Suppressions::covers_race(const std::vector<trace::Stack>& stacks,
                               const std::string& variable) const {
  if (any_matches(anywhere_, variable)) {
    return true;
  }
  for (const trace::Stack& stack : stacks) {
    const trace::Frame* top = trace::user_frame(stack);
    if (top != nullptr && any_matches(at_the_top_, *top)) {
      return true;
    }
    for (const trace::Frame& frame : stack) {
      if (any_matches(anywhere_, frame)) {
        return true;
      }
    }
  }
  return false;
}

std::optional<std::string> suppressions_in_options(std::string_view options) {
  constexpr std::string_view kSeparators = " ,:\t\r\n";
  std::optional<std::string> found;
  while (!options.empty()) {
    const size_t begin = options.find_first_not_of(kSeparators);
    if (begin == std::string_view::npos) {
      break;
    }
    options.remove_prefix(begin);
    const size_t name_end = options.find_first_of("= ,:\t\r\n");
    const std::string_view name = options.substr(0, name_end);
    options.remove_prefix(name.size());
    if (!options.starts_with('=')) {
      continue;
    }
    options.remove_prefix(1);
    const bool quoted = options.starts_with('"') || options.starts_with('\'');
    const size_t end =
        quoted ? options.find(options.front(), 1) : options.find_first_of(kSeparators);
    const std::string_view value = quoted ? options.substr(1, end - 1) : options.substr(0, end);
    if (name == "suppressions") {
      found = std::string(value);
    }
    options.remove_prefix(end == std::string_view::npos ? options.size() : end + (quoted ? 1 : 0));
  }
  return found;
}

}  // namespace heddle::supervise

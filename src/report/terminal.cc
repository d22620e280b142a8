// SPDX-License-Identifier: Apache-2.0
#include "report/terminal.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace heddle::report {
namespace {

constexpr std::string_view kEllipsis = "...";

struct Character {
  uint32_t code;
  size_t length;  // in bytes
  bool valid;
};

bool continues(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

// The character at the front; a byte that begins none is one by itself.
Character first_of(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) {
    return {lead, 1, true};
  }
  const size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  constexpr uint32_t kLowest[] = {0, 0, 0x80, 0x800, 0x10000};
  uint32_t code = lead & (0xffU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if (!continues(text, i)) {
      return {lead, 1, false};
    }
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  const bool valid = lead >= 0xc2 && lead <= 0xf4 && code >= kLowest[length] && code <= 0x10ffff &&
                     (code < 0xd800 || code > 0xdfff);
  return valid ? Character{code, length, true} : Character{lead, 1, false};
}

template <size_t N>
bool within(const uint32_t (&ranges)[N][2], uint32_t code) {
  return std::ranges::any_of(
      ranges, [&](const auto& range) { return code >= range[0] && code <= range[1]; });
}

// Control characters, line separators, and what changes the direction of writing.
bool is_control(uint32_t code) {
  static constexpr uint32_t kControls[][2] = {{0, 0x1f},        {0x7f, 0x9f},     {0x200e, 0x200f},
                                              {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}};
  return within(kControls, code);
}

size_t width_of(uint32_t code) {
  static constexpr uint32_t kNone[][2] = {
      {0x300, 0x36f}, {0x200b, 0x200d}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
  static constexpr uint32_t kTwo[][2] = {{0x1100, 0x115f},  {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
                                         {0xf900, 0xfaff},  {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                                         {0xffe0, 0xffe6},  {0x1f300, 0x1f64f}, {0x1f900, 0x1faff},
                                         {0x20000, 0x3fffd}};
  return within(kNone, code) ? 0 : within(kTwo, code) ? 2 : 1;
}

// The longest beginning of that width, in bytes.
size_t head_length(std::string_view text, size_t columns) {
  size_t at = 0;
  while (at < text.size()) {
    const Character character = first_of(text.substr(at));
    const size_t wide = width_of(character.code);
    if (wide > columns) {
      break;
    }
    columns -= wide;
    at += character.length;
  }
  return at;
}

// bank.c:13, or a path: what somebody will click on or copy.
bool is_place(std::string_view word) {
  const size_t colon = word.rfind(':');
  const bool line = colon != std::string_view::npos && colon + 1 < word.size() &&
                    word[colon + 1] >= '0' && word[colon + 1] <= '9';
  return line || word.find('/') != std::string_view::npos;
}

const char* code_of(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return "";
    case Ink::heading:
      return "\x1b[1m";
    case Ink::failure:
      return "\x1b[1;31m";
    case Ink::good:
      return "\x1b[1;32m";
    case Ink::preemption:
      return "\x1b[33m";
    case Ink::place:
      return "\x1b[36m";
  }
  return "";
}

constexpr Ink kInks[] = {Ink::heading, Ink::failure, Ink::good, Ink::preemption, Ink::place};
constexpr std::string_view kNoInk = "\x1b[0m";

// How long the code at the front is that paint() writes; 0 if it is none.
size_t length_of_ink(std::string_view text) {
  for (const Ink ink : kInks) {
    const std::string_view code = code_of(ink);
    if (text.starts_with(code)) {
      return code.size();
    }
  }
  return text.starts_with(kNoInk) ? kNoInk.size() : 0;
}

// With these control characters as they are.
std::string escaped(std::string_view text, std::string_view kept) {
  std::string result;
  while (!text.empty()) {
    const Character character = first_of(text);
    const std::string_view bytes = text.substr(0, character.length);
    if (character.valid && kept.find(bytes) != std::string_view::npos) {
      result += bytes;
    } else if (!character.valid || (character.code < 0x100 && is_control(character.code))) {
      result += character.code == '\n'   ? "\\n"
                : character.code == '\t' ? "\\t"
                                         : fmt::format("\\x{:02x}", character.code);
    } else if (is_control(character.code)) {
      result += fmt::format("\\u{:04x}", character.code);
    } else {
      result += bytes;
    }
    text.remove_prefix(character.length);
  }
  return result;
}

}  // namespace

std::string paint(std::string text, Ink ink, const Style& style) {
  if (!style.colour || ink == Ink::plain || text.empty()) {
    return text;
  }
  return code_of(ink) + std::move(text) + std::string(kNoInk);
}

std::string escape(std::string_view text) { return escaped(text, ""); }

std::string escape_lines(std::string_view text) { return escaped(text, "\n\t"); }

std::string for_terminal(std::string_view text, const Style& style) {
  std::string result;
  while (style.colour) {
    const size_t at = text.find('\x1b');
    result += escape_lines(text.substr(0, at));
    if (at == std::string_view::npos) {
      return result;
    }
    text.remove_prefix(at);
    const size_t length = std::max(size_t{1}, length_of_ink(text));
    result += length > 1 ? std::string(text.substr(0, length)) : escape(text.substr(0, 1));
    text.remove_prefix(length);
  }
  return escape_lines(text);
}

// They stand in strings, where \u is understood; all others are escaped already.
std::string escape_in_json(std::string_view json) {
  std::string result;
  while (!json.empty()) {
    const Character character = first_of(json);
    if (character.valid && character.code >= 0x7f && is_control(character.code)) {
      result += fmt::format("\\u{:04x}", character.code);
    } else {
      result += json.substr(0, character.length);
    }
    json.remove_prefix(character.length);
  }
  return result;
}

std::string quoted(std::string_view argument) {
  constexpr const char* kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+:=,@%-";
  if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(argument);
  }
  const bool plain = escape(argument) == argument;
  std::string result = plain ? "'" : "$'";
  while (!argument.empty()) {
    const Character character = first_of(argument);
    const std::string_view bytes = argument.substr(0, character.length);
    if (bytes == "'") {
      result += plain ? "'\\''" : "\\'";
    } else if (bytes == "\\") {
      result += plain ? "\\" : "\\\\";
    } else if (character.valid && !is_control(character.code)) {
      result += bytes;
    } else {
      for (const char byte : bytes) {
        result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
      }
    }
    argument.remove_prefix(character.length);
  }
  return result + "'";
}

size_t width(std::string_view text) {
  size_t columns = 0;
  while (!text.empty()) {
    const Character character = first_of(text);
    columns += width_of(character.code);
    text.remove_prefix(character.length);
  }
  return columns;
}

std::string padded(std::string text, size_t columns) {
  const size_t wide = width(text);
  return wide < columns ? std::move(text) + std::string(columns - wide, ' ') : text;
}

std::string elided(std::string_view text, size_t columns) {
  const size_t wide = width(text);
  if (wide <= columns) {
    return std::string(text);
  }
  if (columns <= kEllipsis.size()) {
    return std::string(kEllipsis.substr(0, columns));
  }
  const size_t kept = columns - kEllipsis.size();
  const size_t tail = kept / 2;
  const std::string_view head = text.substr(0, head_length(text, kept - tail));
  const std::string_view rest = text.substr(head_length(text, wide - tail));
  return fmt::format("{}{}{}", head, kEllipsis, width(rest) <= tail ? rest : "");
}

std::vector<std::string> wrapped(std::string_view text, size_t columns) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const size_t blank = std::min(text.find(' '), text.size());
    const std::string_view whole = text.substr(0, blank);
    const std::string word = is_place(whole) ? std::string(whole) : elided(whole, columns);
    text.remove_prefix(std::min(blank + 1, text.size()));
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (width(line) + 1 + width(word) <= columns) {
      line += ' ' + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

std::string paragraph(std::string_view text, const Style& style, size_t indent) {
  const size_t columns = static_cast<size_t>(std::max(style.columns, 40)) - indent;
  std::string result;
  for (const std::string& line : wrapped(text, columns)) {
    result += (result.empty() ? "" : "\n" + std::string(indent, ' ')) + line;
  }
  return result;
}

}  // namespace heddle::report

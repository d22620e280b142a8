// SPDX-License-Identifier: Apache-2.0
#include "trace/bytes.h"

#include <cstddef>
#include <cstdint>

namespace heddle::trace {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

uint32_t byte_at(std::string_view bytes, size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}

// How many bytes the character takes that begins with `lead`; 0 if none does.
size_t length_by_lead(uint32_t lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead < 0xc2 || lead > 0xf4) {
    return 0;
  }
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

// The second byte is where overlong forms, surrogates and what lies beyond
// U+10FFFF are told from the rest.
bool second_fits(uint32_t lead, uint32_t second) {
  const uint32_t lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const uint32_t highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  return second >= lowest && second <= highest;
}

// How many bytes the character there takes; 0 if there is none.
size_t character_at(std::string_view bytes, size_t at) {
  const uint32_t lead = byte_at(bytes, at);
  const size_t length = length_by_lead(lead);
  if (length > 1 && !second_fits(lead, byte_at(bytes, at + 1))) {
    return 0;
  }
  for (size_t i = 2; i < length; ++i) {
    if ((byte_at(bytes, at + i) & 0xc0) != 0x80) {
      return 0;
    }
  }
  return length;
}

constexpr std::string_view kEscape = "\\x";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr size_t kEscapeLength = 4;

bool is_escape(std::string_view text) {
  return text.size() >= kEscapeLength && text.starts_with(kEscape) &&
         kHexDigits.find(text[2]) != std::string_view::npos &&
         kHexDigits.find(text[3]) != std::string_view::npos;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const size_t length = character_at(bytes, at);
    if (length == 0) {
      return false;
    }
    at += length;
  }
  return true;
}

std::string to_text(std::string_view bytes) {
  std::string text;
  for (size_t at = 0; at < bytes.size();) {
    const size_t length = character_at(bytes, at);
    if (length == 0 || is_escape(bytes.substr(at))) {
      text += kEscape;
      text += kHexDigits[byte_at(bytes, at) >> 4];
      text += kHexDigits[byte_at(bytes, at) & 15];
      ++at;
    } else {
      text += bytes.substr(at, length);
      at += length;
    }
  }
  return text;
}

std::string from_text(std::string_view text) {
  std::string bytes;
  for (size_t at = 0; at < text.size();) {
    if (is_escape(text.substr(at))) {
      bytes +=
          static_cast<char>(kHexDigits.find(text[at + 2]) << 4 | kHexDigits.find(text[at + 3]));
      at += kEscapeLength;
    } else {
      bytes += text[at++];
    }
  }
  return bytes;
}

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const uint32_t group =
        byte_at(bytes, at) << 16 | byte_at(bytes, at + 1) << 8 | byte_at(bytes, at + 2);
    text += kDigits[group >> 18];
    text += kDigits[group >> 12 & 63];
    text += at + 1 < bytes.size() ? kDigits[group >> 6 & 63] : '=';
    text += at + 2 < bytes.size() ? kDigits[group & 63] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) {
    return std::nullopt;
  }
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (size_t at = 0; at < text.size(); at += 4) {
    uint32_t group = 0;
    for (size_t i = at; i < at + 4; ++i) {
      const size_t digit = i + padding < text.size() ? kDigits.find(text[i]) : 0;
      if (digit == std::string_view::npos) {
        return std::nullopt;
      }
      group = group << 6 | static_cast<uint32_t>(digit);
    }
    bytes += static_cast<char>(group >> 16);
    bytes += static_cast<char>(group >> 8 & 255);
    bytes += static_cast<char>(group & 255);
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

}  // namespace heddle::trace

// SPDX-License-Identifier: Apache-2.0
#include "cli/size.h"

#include <charconv>

namespace heddle::cli {

std::optional<uint64_t> parse_size(const std::string& text) {
  constexpr uint64_t kLeast = 4096;
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string unit(rest, end);
  const int shift = unit.empty() ? 0 : unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : -1;
  if (error != std::errc{} || shift < 0 || number > (uint64_t{1} << 60 >> shift)) {
    return std::nullopt;
  }
  const uint64_t bytes = number << shift;
  return bytes < kLeast ? std::nullopt : std::optional(bytes);
}

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/duration.h"

#include <charconv>
#include <cmath>

namespace heddle::cli {
namespace {

struct Unit {
  const char* name;
  double milliseconds;
};

constexpr Unit kUnits[] = {{"ms", 1}, {"s", 1000}, {"", 1000}, {"m", 60'000}, {"h", 3'600'000}};
constexpr double kMost = 1e15;

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || !std::isfinite(number) || number < 0) {
    return std::nullopt;
  }
  const std::string suffix(rest, end);
  for (const Unit& unit : kUnits) {
    if (suffix == unit.name && number * unit.milliseconds < kMost) {
      return std::chrono::milliseconds(std::llround(number * unit.milliseconds));
    }
  }
  return std::nullopt;
}

}  // namespace heddle::cli

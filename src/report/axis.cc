// SPDX-License-Identifier: Apache-2.0
#include "report/axis.h"

#include "report/words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace heddle::report {
namespace {

constexpr double kMostTicks = 8;
constexpr int kManyDecades = 8;  // with more, not all of them have a label
constexpr int kFewDecades = 2;   // with fewer, 2 and 5 have one, too

// 1, 2 or 5 times a power of ten, such that there are at most so many steps in the range.
double round_step(double range) {
  const double least = range / kMostTicks;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * power >= least * (1 - 1e-9)) {
      return times * power;
    }
  }
  return 10 * power;
}

}  // namespace

std::string axis_number(double value) {
  struct Unit {
    double size;
    const char* letter;
  };
  for (const Unit unit : {Unit{1e9, " G"}, Unit{1e6, " M"}}) {
    if (value >= unit.size) {
      return fmt::format("{:.6g}{}", value / unit.size, unit.letter);
    }
  }
  const bool is_whole = std::abs(value - std::round(value)) < 1e-9;
  return is_whole ? grouped(static_cast<uint64_t>(std::llround(value)))
                  : fmt::format("{:.3g}", value);
}

Axis Axis::linear(double low, double high) {
  const double step = round_step(high > low ? high - low : 1);
  const double first = std::floor(low / step);
  const double last = std::max(std::ceil(high / step - 1e-9), first + 1);
  Axis axis(first * step, last * step, false);
  for (double i = first; i <= last; ++i) {
    axis.ticks_.push_back({i * step, axis_number(i * step)});
  }
  return axis;
}

Axis Axis::whole(double low, double high) {
  if (high - low > 2 * kMostTicks) {
    return linear(low, high);
  }
  Axis axis(low, std::max(high, low + 1), false);
  for (double value = low; value <= axis.high_; ++value) {
    axis.ticks_.push_back({value, axis_number(value)});
  }
  return axis;
}

Axis Axis::logarithmic(double low, double high) {
  const int first = static_cast<int>(std::floor(std::log10(low) + 1e-9));
  const int last = std::max(static_cast<int>(std::ceil(std::log10(high) - 1e-9)), first + 1);
  Axis axis(std::pow(10, first), std::pow(10, last), true);
  const int decades = last - first;
  const int every = (decades + kManyDecades - 1) / kManyDecades;
  for (int decade = first; decade <= last; ++decade) {
    const double power = std::pow(10, decade);
    const bool labelled = (decade - first) % every == 0;
    axis.ticks_.push_back({power, labelled ? axis_number(power) : ""});
    for (double times = 2; times < 10 && decade < last && every == 1; ++times) {
      const bool is_round = times == 2 || times == 5;
      axis.ticks_.push_back(
          {times * power, is_round && decades <= kFewDecades ? axis_number(times * power) : ""});
    }
  }
  return axis;
}

double Axis::position(double value) const {
  if (logarithmic_) {
    return std::log(value / low_) / std::log(high_ / low_);
  }
  return (value - low_) / (high_ - low_);
}

}  // namespace heddle::report

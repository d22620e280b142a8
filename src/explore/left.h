// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/strategy.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace heddle::explore {

// Executions that are left of the current bound, and between which numbers that probably is.
struct Left {
  uint64_t executions = 0;
  uint64_t low = 0;
  uint64_t high = 0;
};

// Nothing, if the bound is complete or too little is known.  What waits is left in any case.
inline std::optional<Left> left_of(const Coverage& coverage) {
  constexpr double kMost = 1e18;
  const Estimate& estimate = coverage.left;
  if (!estimate.known || coverage.waiting_now == 0) {
    return std::nullopt;
  }
  const double margin = std::sqrt(estimate.margin_squared);
  if (!std::isfinite(estimate.executions) || !std::isfinite(margin)) {
    return std::nullopt;
  }
  const auto least = static_cast<double>(coverage.waiting_now);
  const auto whole = [&](double number) {
    return static_cast<uint64_t>(std::clamp(number, least, std::max(least, kMost)));
  };
  return Left{.executions = whole(std::round(estimate.executions)),
              .low = whole(std::floor(estimate.executions - margin)),
              .high = whole(std::ceil(estimate.executions + margin))};
}

}  // namespace heddle::explore

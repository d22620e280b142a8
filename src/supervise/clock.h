// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace heddle::supervise {

// Time as it passes for a run: it stands still while heddle is stopped (Ctrl-Z; see suspension.h).
struct Clock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<Clock>;
  static constexpr bool is_steady = true;

  static time_point now();
};

}  // namespace heddle::supervise

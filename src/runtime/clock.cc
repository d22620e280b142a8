// SPDX-License-Identifier: Apache-2.0
#include "runtime/clock.h"

#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr int64_t kTick = 1000;
// What a monotonic clock shows at the start: as if the machine had been up a while.
constexpr int64_t kMonotonicStart = 1'000'000 * kNanosecondsPerSecond;

// Far deadlines ("never") must not overflow.
int64_t saturated_nanoseconds(const timespec& time) {
  constexpr int64_t kMostSeconds = INT64_MAX / kNanosecondsPerSecond / 4;
  const int64_t seconds = time.tv_sec > kMostSeconds ? kMostSeconds : time.tv_sec;
  return seconds * kNanosecondsPerSecond + time.tv_nsec;
}

}  // namespace

int64_t clock_start(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI:
      return rt.arena->settings().start_time;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM:
      return kMonotonicStart;
    default:
      return 0;  // processor time
  }
}

timespec read_clock(clockid_t clock) {
  int64_t& own = world().time(current().id);
  own += kTick;
  current().visits.forget_round();
  const int64_t now = clock_start(clock) + own;
  return {now / kNanosecondsPerSecond, now % kNanosecondsPerSecond};
}

int64_t deadline_at(clockid_t clock, const timespec& time) {
  return saturated_nanoseconds(time) - clock_start(clock);
}

int64_t deadline_after(const timespec& duration) {
  return deadline_after_nanoseconds(saturated_nanoseconds(duration));
}

int64_t deadline_after_nanoseconds(int64_t nanoseconds) {
  return world().time(current().id) + nanoseconds;
}

bool valid(const timespec& time) {
  return time.tv_nsec >= 0 && time.tv_nsec < kNanosecondsPerSecond;
}

}  // namespace heddle::runtime

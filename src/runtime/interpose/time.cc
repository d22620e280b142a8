// SPDX-License-Identifier: Apache-2.0
// Yields, sleeps and clocks.  Time is virtual: a sleep is a step that moves the
// sleeper's clock, and takes none.
#include "runtime/clock.h"
#include "runtime/interpose/sleep.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>

#include <poll.h>
#include <sched.h>
#include <sys/select.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

namespace heddle::runtime {

using event::OpKind;

void sleep_until(int64_t deadline, const void* site) {
  perform({.kind = OpKind::sleep, .deadline = deadline}, site);
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int sched_yield() noexcept {
  if (!controlled()) {
    return real.sched_yield();
  }
  return perform({.kind = OpKind::yield}, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void thrd_yield() {
  if (!controlled()) {
    real.thrd_yield();
    return;
  }
  perform({.kind = OpKind::yield}, __builtin_return_address(0));
}

HEDDLE_INTERPOSE unsigned sleep(unsigned seconds) {
  if (!controlled()) {
    return real.sleep(seconds);
  }
  sleep_until(deadline_after({.tv_sec = seconds, .tv_nsec = 0}), __builtin_return_address(0));
  return 0;
}

HEDDLE_INTERPOSE int usleep(useconds_t microseconds) {
  if (!controlled()) {
    return real.usleep(microseconds);
  }
  sleep_until(deadline_after_nanoseconds(int64_t{microseconds} * 1000),
              __builtin_return_address(0));
  return 0;
}

HEDDLE_INTERPOSE int nanosleep(const timespec* duration, timespec* left) {
  if (!controlled()) {
    return real.nanosleep(duration, left);
  }
  if (!valid(*duration) || duration->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  sleep_until(deadline_after(*duration), __builtin_return_address(0));
  return 0;
}

HEDDLE_INTERPOSE int clock_nanosleep(clockid_t clock, int flags, const timespec* time,
                                     timespec* left) {
  if (!controlled()) {
    return real.clock_nanosleep(clock, flags, time, left);
  }
  if (!valid(*time)) {
    return EINVAL;
  }
  const bool absolute = (flags & TIMER_ABSTIME) != 0;
  sleep_until(absolute ? deadline_at(clock, *time) : deadline_after(*time),
              __builtin_return_address(0));
  return 0;
}

HEDDLE_INTERPOSE int thrd_sleep(const timespec* duration, timespec* left) {
  if (!controlled()) {
    return real.thrd_sleep(duration, left);
  }
  sleep_until(deadline_after(*duration), __builtin_return_address(0));
  return 0;
}

HEDDLE_INTERPOSE int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (!controlled()) {
    return real.clock_gettime(clock, time);
  }
  *time = read_clock(clock);
  return 0;
}

HEDDLE_INTERPOSE int gettimeofday(timeval* time, void* zone) noexcept {
  if (!controlled()) {
    return real.gettimeofday(time, zone);
  }
  const timespec now = read_clock(CLOCK_REALTIME);
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

HEDDLE_INTERPOSE time_t time(time_t* result) noexcept {
  if (!controlled()) {
    return real.time(result);
  }
  const time_t now = read_clock(CLOCK_REALTIME).tv_sec;
  if (result != nullptr) {
    *result = now;
  }
  return now;
}

HEDDLE_INTERPOSE int timespec_get(timespec* time, int base) noexcept {
  if (!controlled()) {
    return real.timespec_get(time, base);
  }
  if (base != TIME_UTC) {
    return 0;
  }
  *time = read_clock(CLOCK_REALTIME);
  return base;
}

HEDDLE_INTERPOSE clock_t clock() noexcept {
  if (!controlled()) {
    return real.clock();
  }
  const timespec now = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (kNanosecondsPerSecond / CLOCKS_PER_SEC);
}

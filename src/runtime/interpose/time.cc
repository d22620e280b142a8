// SPDX-License-Identifier: Apache-2.0
// Yields, sleeps and clocks.  Time is virtual: a sleep is a step that moves the
// sleeper's clock, and takes none.
#include "runtime/clock.h"
#include "runtime/instrument/entry.h"
#include "runtime/interpose/sleep.h"
#include "runtime/pauses.h"
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

namespace {

// In a function that is entered through hooks_entry.S.
void pause_until(int64_t deadline) {
  const Pausing pausing(HEDDLE_ENTRY_SITE);
  sleep_until(deadline, HEDDLE_ENTRY_SITE);
}

}  // namespace
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

HEDDLE_HOOK unsigned heddle_sleep(unsigned seconds) {
  if (!controlled()) {
    return real.sleep(seconds);
  }
  pause_until(deadline_after({.tv_sec = seconds, .tv_nsec = 0}));
  return 0;
}

HEDDLE_HOOK int heddle_usleep(useconds_t microseconds) {
  if (!controlled()) {
    return real.usleep(microseconds);
  }
  pause_until(deadline_after_nanoseconds(int64_t{microseconds} * 1000));
  return 0;
}

HEDDLE_HOOK int heddle_nanosleep(const timespec* duration, timespec* left) {
  if (!controlled()) {
    return real.nanosleep(duration, left);
  }
  if (!valid(*duration) || duration->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  pause_until(deadline_after(*duration));
  return 0;
}

HEDDLE_HOOK int heddle_clock_nanosleep(clockid_t clock, int flags, const timespec* time,
                                       timespec* left) {
  if (!controlled()) {
    return real.clock_nanosleep(clock, flags, time, left);
  }
  if (!valid(*time)) {
    return EINVAL;
  }
  const bool absolute = (flags & TIMER_ABSTIME) != 0;
  pause_until(absolute ? deadline_at(clock, *time) : deadline_after(*time));
  return 0;
}

HEDDLE_HOOK int heddle_thrd_sleep(const timespec* duration, timespec* left) {
  if (!controlled()) {
    return real.thrd_sleep(duration, left);
  }
  pause_until(deadline_after(*duration));
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

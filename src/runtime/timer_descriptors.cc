// SPDX-License-Identifier: Apache-2.0
#include "runtime/timer_descriptors.h"

#include "runtime/clock.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <fcntl.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

int64_t now() { return world().time(current().id); }

timespec as_time(int64_t nanoseconds) {
  return {nanoseconds / kNanosecondsPerSecond, nanoseconds % kNanosecondsPerSecond};
}

int64_t nanoseconds_of(const timespec& time) { return deadline_after(time) - now(); }

// What has gone off before it was set again does not count.
void drain(int descriptor) {
  const long flags = raw_syscall(SYS_fcntl, descriptor, F_GETFL);
  raw_syscall(SYS_fcntl, descriptor, F_SETFL, flags | O_NONBLOCK);
  uint64_t count = 0;
  raw_syscall(SYS_read, descriptor, as_long(&count), sizeof count);
  raw_syscall(SYS_fcntl, descriptor, F_SETFL, flags);
}

}  // namespace

TimerDescriptors::Timer* TimerDescriptors::find(int descriptor) {
  return const_cast<Timer*>(static_cast<const TimerDescriptors*>(this)->find(descriptor));
}

const TimerDescriptors::Timer* TimerDescriptors::find(int descriptor) const {
  for (size_t i = 0; i < count_; ++i) {
    if (timers_[i].descriptor == descriptor) {
      return &timers_[i];
    }
  }
  return nullptr;
}

bool TimerDescriptors::add(int descriptor, clockid_t clock) {
  if (count_ == kMost) {
    return false;
  }
  timers_[count_++] = {descriptor, clock, false, 0, 0};
  return true;
}

void TimerDescriptors::remove(int descriptor) {
  if (Timer* timer = find(descriptor); timer != nullptr) {
    *timer = timers_[--count_];
  }
}

void TimerDescriptors::set(int descriptor, int flags, const itimerspec& value) {
  Timer& timer = *find(descriptor);
  drain(descriptor);
  timer.armed = value.it_value.tv_sec != 0 || value.it_value.tv_nsec != 0;
  timer.interval = nanoseconds_of(value.it_interval);
  timer.deadline = (flags & TFD_TIMER_ABSTIME) != 0 ? deadline_at(timer.clock, value.it_value)
                                                    : deadline_after(value.it_value);
}

itimerspec TimerDescriptors::left(int descriptor) const {
  const Timer& timer = *find(descriptor);
  const int64_t left = timer.deadline - now();
  return {as_time(timer.interval), as_time(!timer.armed ? 0 : left > 0 ? left : 1)};
}

void TimerDescriptors::fire_due() {
  for (size_t i = 0; i < count_; ++i) {
    Timer& timer = timers_[i];
    if (!timer.armed || timer.deadline > now()) {
      continue;
    }
    uint64_t times = 1;
    if (timer.interval > 0) {
      times += static_cast<uint64_t>((now() - timer.deadline) / timer.interval);
      timer.deadline += static_cast<int64_t>(times) * timer.interval;
    } else {
      timer.armed = false;
    }
    raw_syscall(SYS_write, timer.descriptor, as_long(&times), sizeof times);
  }
}

std::optional<int64_t> TimerDescriptors::first_deadline() const {
  std::optional<int64_t> first;
  for (size_t i = 0; i < count_; ++i) {
    if (timers_[i].armed && (!first.has_value() || timers_[i].deadline < *first)) {
      first = timers_[i].deadline;
    }
  }
  return first;
}

}  // namespace heddle::runtime

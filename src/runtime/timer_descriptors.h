// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <sys/timerfd.h>

// Timers that are read as descriptors (timerfd), on virtual time.
//
// Each is an eventfd, which counts as a timerfd does, and polls alike.  It is written to when
// a thread looks whose clock has come to the timer's time; and a thread that waits for descriptors
// can let time pass up to the first timer, as if that were its own time-out.
namespace heddle::runtime {

class TimerDescriptors {
 public:
  // As timerfd_create, but for the descriptor, which is there already.  False if there are too
  // many.
  bool add(int descriptor, clockid_t clock);
  void remove(int descriptor);
  [[nodiscard]] bool any() const { return count_ != 0; }
  [[nodiscard]] bool has(int descriptor) const { return find(descriptor) != nullptr; }

  // As timerfd_settime and timerfd_gettime, for the current thread.
  void set(int descriptor, int flags, const itimerspec& value);
  [[nodiscard]] itimerspec left(int descriptor) const;

  // Those that are due for the current thread go off.
  void fire_due();

  // When the first one is due.
  [[nodiscard]] std::optional<int64_t> first_deadline() const;

 private:
  struct Timer {
    int descriptor;
    clockid_t clock;
    bool armed;
    int64_t deadline;
    int64_t interval;
  };
  static constexpr size_t kMost = 32;

  [[nodiscard]] Timer* find(int descriptor);
  [[nodiscard]] const Timer* find(int descriptor) const;

  Timer timers_[kMost] = {};
  size_t count_ = 0;
};

}  // namespace heddle::runtime

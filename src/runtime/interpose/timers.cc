// SPDX-License-Identifier: Apache-2.0
// What goes off by itself.  Timers that are descriptors go by virtual time; alarms, timers that
// send signals, and asynchronous input and output by real time: they are let through, and listed.
#include "runtime/clock.h"
#include "runtime/effects/effects.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <csignal>
#include <ctime>

#include <aio.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <unistd.h>

using namespace heddle::runtime;

HEDDLE_INTERPOSE unsigned alarm(unsigned seconds) noexcept {
  note_effect("alarm", __builtin_return_address(0), Shared::signals, heddle::event::Use::changes);
  note_uncontrolled("alarm");
  resolve_real_functions();
  return real.alarm(seconds);
}

HEDDLE_INTERPOSE int setitimer(__itimer_which_t which, const itimerval* value,
                               itimerval* before) noexcept {
  note_effect("setitimer", __builtin_return_address(0), Shared::signals,
              heddle::event::Use::changes);
  note_uncontrolled("setitimer");
  resolve_real_functions();
  return real.setitimer(which, value, before);
}

HEDDLE_INTERPOSE int timer_create(clockid_t clock, sigevent* event, timer_t* timer) noexcept {
  note_effect("timer_create", __builtin_return_address(0), Shared::signals,
              heddle::event::Use::changes);
  note_uncontrolled("timer_create");
  resolve_real_functions();
  // A copy of the process would be without it; this one is not.
  rt.cannot_be_put_back |= rt.in_place && controlled();
  return real.timer_create(clock, event, timer);
}

HEDDLE_INTERPOSE int timerfd_create(clockid_t clock, int flags) noexcept {
  note_opening("timerfd_create", __builtin_return_address(0));
  resolve_real_functions();
  constexpr int kFlags = TFD_NONBLOCK | TFD_CLOEXEC;
  static_assert(int{TFD_NONBLOCK} == int{EFD_NONBLOCK} && int{TFD_CLOEXEC} == int{EFD_CLOEXEC});
  if (!controlled() || (flags & ~kFlags) != 0) {
    return real.timerfd_create(clock, flags);
  }
  const auto descriptor = static_cast<int>(raw_syscall(SYS_eventfd2, 0, flags));
  if (descriptor < 0) {
    errno = -descriptor;
    return -1;
  }
  if (!program.timers.add(descriptor, clock)) {
    refuse("more than 32 timers that are descriptors (timerfd_create)");
  }
  return descriptor;
}

HEDDLE_INTERPOSE int timerfd_settime(int descriptor, int flags, const itimerspec* value,
                                     itimerspec* before) noexcept {
  note_descriptor("timerfd_settime", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  if (!controlled() || !program.timers.has(descriptor)) {
    return real.timerfd_settime(descriptor, flags, value, before);
  }
  if (!valid(value->it_value) || !valid(value->it_interval)) {
    errno = EINVAL;
    return -1;
  }
  if (before != nullptr) {
    *before = program.timers.left(descriptor);
  }
  program.timers.set(descriptor, flags, *value);
  return 0;
}

HEDDLE_INTERPOSE int timerfd_gettime(int descriptor, itimerspec* value) noexcept {
  note_descriptor("timerfd_gettime", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  if (!controlled() || !program.timers.has(descriptor)) {
    return real.timerfd_gettime(descriptor, value);
  }
  *value = program.timers.left(descriptor);
  return 0;
}

HEDDLE_INTERPOSE int aio_read(aiocb* request) noexcept {
  note_effect_on_everything("aio_read", __builtin_return_address(0));
  note_uncontrolled("aio_read");
  resolve_real_functions();
  return real.aio_read(request);
}

HEDDLE_INTERPOSE int aio_write(aiocb* request) noexcept {
  note_effect_on_everything("aio_write", __builtin_return_address(0));
  note_uncontrolled("aio_write");
  resolve_real_functions();
  return real.aio_write(request);
}

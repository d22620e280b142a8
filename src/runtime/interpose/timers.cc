// SPDX-License-Identifier: Apache-2.0
// What goes off by itself, in real time: alarms, timers, asynchronous input and
// output.  Let through, and listed.
#include "runtime/effects/effects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <csignal>
#include <ctime>

#include <aio.h>
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
  note_uncontrolled("timerfd_create");
  resolve_real_functions();
  return real.timerfd_create(clock, flags);
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

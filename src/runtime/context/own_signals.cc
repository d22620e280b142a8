// SPDX-License-Identifier: Apache-2.0
#include "runtime/context/own_signals.h"

#include "runtime/crash.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <csignal>

#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

uint64_t signal_mask() {
  uint64_t mask = 0;
  raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, 0, as_long(&mask), sizeof mask);
  return mask;
}

stack_t signal_stack() {
  stack_t stack = {};
  raw_syscall(SYS_sigaltstack, 0, as_long(&stack));
  return stack;
}

}  // namespace

void before_own_signals_change() {
  if (exchanges_signals() || runs_os_threads() || !controlled() || world().thread_count() == 1) {
    return;
  }
  set_exchanges_signals(true);
  const uint64_t mask = signal_mask();
  const stack_t stack = signal_stack();
  for (size_t i = 0; i < world().thread_count(); ++i) {
    rt.fibers[i].signal_mask = mask;
    rt.fibers[i].signal_stack = stack;
  }
}

void share_signals() { set_exchanges_signals(false); }

void inherit_signals(Fiber& fiber) {
  fiber.signal_mask = signal_mask();
  fiber.signal_stack = crash_stack(0);
}

void exchange_signals(Fiber& from, const Fiber& to) {
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, as_long(&to.signal_mask), as_long(&from.signal_mask),
              sizeof from.signal_mask);
  from.signal_stack = signal_stack();
  // Refused while a handler runs there; then nobody else takes a signal on it before it is left.
  raw_syscall(SYS_sigaltstack, as_long(&to.signal_stack), 0);
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/signals.h"

#include "runtime/raw.h"

#include <cstring>

#include <sys/syscall.h>

namespace heddle::runtime {

Signals::Action Signals::action_of(int signal) {
  Action action = {};
  raw_syscall(SYS_rt_sigaction, signal, 0, as_long(&action), sizeof action.mask);
  return action;
}

void Signals::remember() {
  for (int signal = 1; signal <= kCount; ++signal) {
    actions_[signal] = action_of(signal);
  }
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, 0, as_long(&blocked_), sizeof blocked_);
  raw_syscall(SYS_sigaltstack, 0, as_long(&stack_));
}

bool Signals::are_changed() const {
  for (int signal = 1; signal <= kCount; ++signal) {
    const Action now = action_of(signal);
    if (memcmp(&now, &actions_[signal], sizeof now) != 0) {
      return true;
    }
  }
  uint64_t waiting = 0;
  raw_syscall(SYS_rt_sigpending, as_long(&waiting), sizeof waiting);
  uint64_t blocked = 0;
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, 0, as_long(&blocked), sizeof blocked);
  stack_t stack = {};
  raw_syscall(SYS_sigaltstack, 0, as_long(&stack));
  return waiting != 0 || blocked != blocked_ || !same_stack(stack, stack_);
}

bool Signals::same_stack(const stack_t& a, const stack_t& b) {
  return a.ss_sp == b.ss_sp && a.ss_size == b.ss_size && a.ss_flags == b.ss_flags;
}

// Those that are blocked now and wait are dropped, before somebody lets them in.
void Signals::put_back() const {
  for (int signal = 1; signal <= kCount; ++signal) {
    raw_syscall(SYS_rt_sigaction, signal, as_long(&actions_[signal]), 0, sizeof(uint64_t));
  }
  const uint64_t all = ~uint64_t{0};
  const timespec at_once = {};
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, as_long(&all), 0, sizeof all);
  while (raw_syscall(SYS_rt_sigtimedwait, as_long(&all), 0, as_long(&at_once), sizeof all) > 0) {
  }
  raw_syscall(SYS_sigaltstack, as_long(&stack_), 0);
  put_back_blocked();
}

void Signals::put_back_blocked() const {
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, as_long(&blocked_), 0, sizeof blocked_);
}

}  // namespace heddle::runtime

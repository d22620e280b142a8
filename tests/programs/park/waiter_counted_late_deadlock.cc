// SPDX-License-Identifier: Apache-2.0
//
// A wait of one's own, made like the library's: it polls sixteen times, with a yield in the last
// four, then counts itself as a waiter and parks on a futex that only a notification changes.  It
// does not look at the value once more when it has counted itself; and who sets the value notifies
// only if somebody is counted.
//
// No preemption: the last poll ends with a yield, so leaving the waiter there is free.  Fairness
// must not act on so few polls, or the parked state is never reached.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: deadlock preemptions=0
#include "../run_threads.h"

#include <atomic>

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::atomic<int> value{0}, waiters{0}, notified{0};

void wait() {
  for (int poll = 0; poll < 16; ++poll) {
    if (value.load() != 0) {
      return;
    }
    if (poll >= 12) {
      sched_yield();
    }
  }
  waiters.fetch_add(1);
  while (notified.load() == 0) {
    syscall(SYS_futex, &notified, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0);
  }
}

void set() {
  value.store(1);
  if (waiters.load() != 0) {
    notified.store(1);
    syscall(SYS_futex, &notified, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }
}

}  // namespace

int main() { run_both(wait, set); }

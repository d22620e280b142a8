// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of waiter_counted_late_deadlock: it looks once more when it has counted itself.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
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
  while (value.load() == 0 && notified.load() == 0) {
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

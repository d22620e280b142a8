// SPDX-License-Identifier: Apache-2.0
// After "mutex2" of Drepper, "Futexes Are Tricky".
#include "futex_lock.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void futex_lock(FutexLock* lock) {
  int expected = 0;
  if (__atomic_compare_exchange_n(&lock->state, &expected, 1, 0, __ATOMIC_ACQUIRE,
                                  __ATOMIC_RELAXED)) {
    return;
  }
  while (__atomic_exchange_n(&lock->state, 2, __ATOMIC_ACQUIRE) != 0) {
    syscall(SYS_futex, &lock->state, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
  }
}

void futex_unlock(FutexLock* lock) {
  if (__atomic_exchange_n(&lock->state, 0, __ATOMIC_RELEASE) == 2) {
    syscall(SYS_futex, &lock->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  }
}

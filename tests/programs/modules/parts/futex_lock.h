// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// A lock as libraries have them that do not use pthread's: atomic accesses and futex calls.
typedef struct {
  int state;  // 0: free, 1: taken, 2: taken, and somebody may wait
} FutexLock;

void futex_lock(FutexLock* lock);
void futex_unlock(FutexLock* lock);

#ifdef __cplusplus
}
#endif

// SPDX-License-Identifier: Apache-2.0
// An owner takes from the back of a queue, thieves take from its front, behind a spin lock that
// yields. The owner looks at the length before it has the lock: two of them get the last task.
#include "threads.h"

#include <assert.h>
#include <sched.h>
#include <stdatomic.h>

enum { kTasks = 2 };

static atomic_int taken_lock;
static atomic_int front;
static atomic_int back = kTasks;
static atomic_int done[kTasks];

static void lock(void) {
  while (atomic_exchange(&taken_lock, 1) != 0) {
    sched_yield();
  }
}

static void unlock(void) { atomic_store(&taken_lock, 0); }

static void do_task(int task) { assert(atomic_fetch_add(&done[task], 1) == 0); }

static void own(void) {
  while (atomic_load(&front) < atomic_load(&back)) {
    lock();
    const int task = atomic_load(&back) - 1;  // there may be none any more
    atomic_store(&back, task);
    unlock();
    if (task >= 0) {
      do_task(task);
    }
  }
}

static void steal(void) {
  lock();
  const int task = atomic_load(&front);
  const int is_there = task < atomic_load(&back);
  if (is_there) {
    atomic_store(&front, task + 1);
  }
  unlock();
  if (is_there) {
    do_task(task);
  }
}

static void* own_or_steal(void* argument) {
  if (argument == NULL) {
    own();
  } else {
    steal();
  }
  return NULL;
}

int main(int argc, char** argv) {
  run_threads(number_of_threads(argc, argv, 3), own_or_steal);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// How a driver is stopped while threads are at work in it, after the Bluetooth driver of
// S. Qadeer and D. Wu, "KISS: Keep it simple and sequential", with its bug corrected:
// whoever is in the driver counts as pending, the driver itself as one, too, and the last to go
// lets the stopper go on.
//
//   bluetooth [WORKERS]     1 if not said
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { kMostWorkers = 4 };

static atomic_int pending = 1;
static atomic_bool stopping;
static atomic_bool stopped;
static sem_t nobody_left;

static void leave(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) {
    sem_post(&nobody_left);
  }
}

static bool enter(void) {
  atomic_fetch_add(&pending, 1);
  if (atomic_load(&stopping)) {
    leave();
    return false;
  }
  return true;
}

static void* work(void* unused) {
  if (enter()) {
    assert(!atomic_load(&stopped));
    leave();
  }
  return unused;
}

static void* stop(void* unused) {
  atomic_store(&stopping, true);
  leave();
  sem_wait(&nobody_left);
  atomic_store(&stopped, true);
  return unused;
}

int main(int argc, char** argv) {
  const int workers = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t threads[kMostWorkers + 1];
  if (workers < 1 || workers > kMostWorkers) {
    return 2;
  }
  sem_init(&nobody_left, 0, 0);
  for (int i = 0; i <= workers; ++i) {
    pthread_create(&threads[i], NULL, i < workers ? work : stop, NULL);
  }
  for (int i = 0; i <= workers; ++i) {
    pthread_join(threads[i], NULL);
  }
  sem_destroy(&nobody_left);
  return 0;
}

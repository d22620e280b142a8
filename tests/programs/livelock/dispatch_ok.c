// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of dispatch_livelock: a thread goes to sleep unless its own notification is
// pending.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <time.h>

enum { DISK = 1, NETWORK = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int pending = DISK;

static int look(int ids) {
  pthread_mutex_lock(&mutex);
  const int seen = pending & ids;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void change(int clear, int set) {
  pthread_mutex_lock(&mutex);
  pending = (pending & ~clear) | set;
  pthread_mutex_unlock(&mutex);
}

static void halt(int id) {
  if (look(id)) {
    return;
  }
  const struct timespec moment = {.tv_nsec = 1000};
  nanosleep(&moment, NULL);
}

static void dispatch(int id, int next) {
  for (;;) {
    halt(id);
    // It may have been any notification that woke us.
    if (look(id)) {
      change(id, next);
      break;
    }
  }
}

static void* boot(void* argument) {
  dispatch(NETWORK, 0);
  return argument;
}

// The network is there when the disk is.
static void* mount(void* argument) {
  dispatch(DISK, NETWORK);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, boot, NULL);
  pthread_create(&threads[1], NULL, mount, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return pending;
}

// SPDX-License-Identifier: Apache-2.0
//
// A thread waits for its own notification.  It means to give up the processor in halt(), which
// goes to sleep only if nothing at all is pending.  As long as a notification for somebody else is,
// the thread goes round without sleeping or yielding, and keeps whoever it is for from taking it
// (M. Musuvathi et al., Finding and Reproducing Heisenbugs in Concurrent Programs, OSDI 2008,
// Figure 6).  No preemption: the wrong thread comes first.
//
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=0
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

static void halt(void) {
  if (look(DISK | NETWORK)) {
    return;
  }
  const struct timespec moment = {.tv_nsec = 1000};
  nanosleep(&moment, NULL);
}

static void dispatch(int id, int next) {
  for (;;) {
    halt();
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

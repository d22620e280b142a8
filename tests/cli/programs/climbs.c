// SPDX-License-Identifier: Apache-2.0
// main waits for a lock by try-locks and yields; no thread is idle then, so fairness has to act.
// With BUG, what the lock protects is looked at without it, too.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int entered;

static void* enter(void* unused) {
  pthread_mutex_lock(&mutex);
  entered++;
  sched_yield();
  entered++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enter, NULL);
  while (pthread_mutex_trylock(&mutex) != 0) {
#ifdef BUG
    if (entered == 1) {
      return 1;
    }
#endif
    sched_yield();
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Threads that count together under a lock, so that most of their steps depend on each other.  With
// -DLOSES two of them also count in two steps, and an update may be lost: that is a bug, at one
// preemption.
#include <pthread.h>
#include <stddef.h>

enum { kThreads = 3, kRounds = 6 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int updates;

static void* work(void* argument) {
  for (int i = 0; i < kRounds; i++) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
#ifdef LOSES
  if (argument != NULL) {
    pthread_mutex_lock(&lock);
    const int before = updates;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    updates = before + 1;
    pthread_mutex_unlock(&lock);
  }
#else
  (void)argument;
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) {
    pthread_create(&threads[i], NULL, work, i < 2 ? &updates : NULL);
  }
  for (int i = 0; i < kThreads; i++) {
    pthread_join(threads[i], NULL);
  }
#ifdef LOSES
  return count != kThreads * kRounds || updates != 2;
#else
  return count != kThreads * kRounds || updates != 0;
#endif
}

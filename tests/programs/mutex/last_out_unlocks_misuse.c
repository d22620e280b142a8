// SPDX-License-Identifier: Apache-2.0
//
// The first thread into a room locks the room for its class, the last one out unlocks it.  If these
// are two threads, the mutex is unlocked by one that does not own it.
//
// It takes this order: A comes in (and locks the room), B comes in, A goes out, B goes out last.  A
// is left after it came in and before it locks `count` to go out, where it is enabled: `count` is
// free, as B has not come in yet.  That is one preemption.  B is left after it came in and before
// it locks `count` to go out: `count` is free again, for A has not begun to go out, so this is a
// second.  A then runs to its end.  Blocking on `count` does not help: a thread that waits for it
// while the other holds it gets it only when the other is between coming in and going out.
//
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: misuse preemptions=2
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t count = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t room = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void* visit(void* argument) {
  pthread_mutex_lock(&count);
  if (++inside == 1) {
    pthread_mutex_lock(&room);
  }
  pthread_mutex_unlock(&count);

  pthread_mutex_lock(&count);
  if (--inside == 0) {
    pthread_mutex_unlock(&room);
  }
  pthread_mutex_unlock(&count);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, visit, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

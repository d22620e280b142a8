// SPDX-License-Identifier: Apache-2.0
//
// Locks left locked, a semaphore posted, a thread left waiting: at the start of the next execution
// none of it is there.
#include "portrait.h"

#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

__attribute__((constructor)) static void make_before_main(void) { sem_init(&semaphore, 0, 0); }

static void* wait_for_good(void* unused) {
  pthread_mutex_lock(&reset_first);
  for (;;) {
    pthread_cond_wait(&never, &reset_first);
  }
  return unused;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  int value = -1;
  EXPECT(pthread_mutex_trylock(&mutex) == 0);
  EXPECT(pthread_rwlock_trywrlock(&shared) == 0);
  EXPECT(sem_getvalue(&semaphore, &value) == 0 && value == 0);
  sem_post(&semaphore);
  pthread_t waits;
  pthread_create(&waits, NULL, wait_for_good, NULL);
  pthread_detach(waits);
  pthread_t works;
  pthread_create(&works, NULL, reset_thread, NULL);
  pthread_join(works, NULL);
  return 0;
}

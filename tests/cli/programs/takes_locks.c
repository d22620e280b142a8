// SPDX-License-Identifier: Apache-2.0
// Three threads take a lock each, once: `one` the same, `three` each its own; `read` one lock for
// reading; `post` the same semaphore; `loop` the same as `one`, as a scenario.
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

enum { threads = 3 };

static const char* how = "one";
static pthread_mutex_t locks[threads] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static void* work(void* argument) {
  const long own = (long)argument;
  if (strcmp(how, "read") == 0) {
    pthread_rwlock_rdlock(&shared);
    pthread_rwlock_unlock(&shared);
  } else if (strcmp(how, "post") == 0) {
    sem_post(&semaphore);
  } else {
    pthread_mutex_t* lock = &locks[strcmp(how, "three") == 0 ? own : 0];
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
  }
  return NULL;
}

static void run(void* argument) {
  (void)argument;
  pthread_t all[threads];
  for (long i = 0; i < threads; ++i) {
    pthread_create(&all[i], NULL, work, (void*)i);
  }
  for (long i = 0; i < threads; ++i) {
    pthread_join(all[i], NULL);
  }
}

int main(int count, char** words) {
  if (count > 1) {
    how = words[1];
  }
  sem_init(&semaphore, 0, 0);
  if (strcmp(how, "loop") == 0) {
    heddle_scenario(NULL, run, NULL, NULL);
  } else {
    run(NULL);
  }
  return 0;
}

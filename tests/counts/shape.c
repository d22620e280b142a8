// SPDX-License-Identifier: Apache-2.0
//
// Programs whose schedules can be counted by hand or by brute force (enumerate.py):
//
//     shape NAME [ARGUMENT…]
//
// shapes.py has the same programs under the same names, operation for operation.  None of
// them has a bug.
//
// With -DSCENARIO the same is the body of a scenario: its end is a step as the process's is.
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 8 };

static const char* name;
static int arguments[3];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t own[kMost][kMost];
static pthread_barrier_t barrier;
static sem_t semaphore;
static bool go;
static int highest = -1;

static int number(void* argument) { return (int)(long)argument; }

static void crew(int count, void* (*worker)(void*)) {
  pthread_t threads[kMost];
  for (long i = 0; i < count; i++) {
    pthread_create(&threads[i], NULL, worker, (void*)i);
  }
  for (int i = 0; i < count; i++) {
    pthread_join(threads[i], NULL);
  }
}

static void* lock_own(void* argument) {
  for (int j = 0; j < arguments[1]; j++) {
    pthread_mutex_lock(&own[number(argument)][j]);
    pthread_mutex_unlock(&own[number(argument)][j]);
  }
  return NULL;
}

static void* lock_shared(void* argument) {
  for (int j = 0; j < arguments[1]; j++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void* take_and_give(void* argument) {
  for (int j = 0; j < arguments[1]; j++) {
    sem_wait(&semaphore);
    sem_post(&semaphore);
  }
  return argument;
}

static void* post_or_wait(void* argument) {
  for (int j = 0; j < arguments[0]; j++) {
    if (number(argument) == 0) {
      sem_post(&semaphore);
    } else {
      sem_wait(&semaphore);
    }
  }
  return NULL;
}

static void* wait_for_go(void* argument) {
  pthread_mutex_lock(&mutex);
  while (!go) {
    pthread_cond_wait(&condition, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void waiters(int count, bool by_broadcast) {
  pthread_t threads[kMost];
  for (int i = 0; i < count; i++) {
    pthread_create(&threads[i], NULL, wait_for_go, NULL);
  }
  pthread_mutex_lock(&mutex);
  go = true;
  for (int i = 0; i < count && !by_broadcast; i++) {
    pthread_cond_signal(&condition);
  }
  if (by_broadcast) {
    pthread_cond_broadcast(&condition);
  }
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < count; i++) {
    pthread_join(threads[i], NULL);
  }
}

static void* meet(void* argument) {
  for (int j = 0; j < arguments[1]; j++) {
    pthread_barrier_wait(&barrier);
  }
  return argument;
}

static void* read_or_write(void* argument) {
  if (number(argument) < arguments[0]) {
    pthread_rwlock_rdlock(&rwlock);
  } else {
    pthread_rwlock_wrlock(&rwlock);
  }
  pthread_rwlock_unlock(&rwlock);
  return NULL;
}

static void* attempt(void* argument) {
  for (int j = 0; j < arguments[1]; j++) {
    if (pthread_mutex_trylock(&mutex) == 0) {
      pthread_mutex_unlock(&mutex);
    }
  }
  return argument;
}

static void* link_of_chain(void* argument) {
  const long i = (long)argument;
  pthread_t following;
  if (i < arguments[0]) {
    pthread_create(&following, NULL, link_of_chain, (void*)(i + 1));
  }
  pthread_mutex_lock(&own[i][0]);
  pthread_mutex_unlock(&own[i][0]);
  if (i < arguments[0]) {
    pthread_join(following, NULL);
  }
  return NULL;
}

static void* choose(void* argument) {
  for (int j = 0; j < arguments[2]; j++) {
    heddle_choose((unsigned)arguments[1]);
  }
  return argument;
}

static void* choose_higher(void* argument) {
  const int value = (int)heddle_choose((unsigned)arguments[1]);
  pthread_mutex_lock(&mutex);
  heddle_assume(value > highest);
  highest = value;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void prepare(void) {
  for (int i = 0; i < kMost; i++) {
    for (int j = 0; j < kMost; j++) {
      pthread_mutex_init(&own[i][j], NULL);
    }
  }
  if (strcmp(name, "semaphore") == 0) {
    sem_init(&semaphore, 0, (unsigned)arguments[2]);
  } else if (strcmp(name, "handoff") == 0) {
    sem_init(&semaphore, 0, 0);
  } else if (strcmp(name, "barrier") == 0) {
    pthread_barrier_init(&barrier, NULL, (unsigned)arguments[0]);
  }
}

static void run(void) {
  go = false;
  highest = -1;
  if (strcmp(name, "private") == 0) {
    crew(arguments[0], lock_own);
  } else if (strcmp(name, "shared") == 0) {
    crew(arguments[0], lock_shared);
  } else if (strcmp(name, "semaphore") == 0) {
    crew(arguments[0], take_and_give);
  } else if (strcmp(name, "handoff") == 0) {
    crew(2, post_or_wait);
  } else if (strcmp(name, "signalled") == 0) {
    waiters(arguments[0], false);
  } else if (strcmp(name, "broadcasted") == 0) {
    waiters(arguments[0], true);
  } else if (strcmp(name, "barrier") == 0) {
    crew(arguments[0], meet);
  } else if (strcmp(name, "readers") == 0) {
    crew(arguments[0] + 1, read_or_write);
  } else if (strcmp(name, "attempts") == 0) {
    crew(arguments[0], attempt);
  } else if (strcmp(name, "chain") == 0) {
    pthread_t first;
    pthread_create(&first, NULL, link_of_chain, (void*)1L);
    pthread_join(first, NULL);
  } else if (strcmp(name, "choices") == 0) {
    crew(arguments[0], choose);
  } else if (strcmp(name, "assumed") == 0) {
    crew(arguments[0], choose_higher);
  } else {
    fprintf(stderr, "usage: shape NAME [ARGUMENT...]\n");
    exit(2);
  }
}

#ifdef SCENARIO
static void setup(void* argument) {
  (void)argument;
  prepare();
}

static void body(void* argument) {
  (void)argument;
  run();
}
#endif

int main(int argc, char** argv) {
  for (int i = 2; i < argc && i < 5; i++) {
    arguments[i - 2] = atoi(argv[i]);
  }
  name = argc > 1 ? argv[1] : "";
#ifdef SCENARIO
  heddle_scenario(setup, body, NULL, NULL);
#else
  prepare();
  run();
#endif
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A worker that setup has made takes letters from a slot.  The body says that there is one before
// it is there.
//
// RUN: heddle run --reset loop --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --reset loop %t
// EXPECT: assertion preemptions=1
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>

static sem_t letters;
static sem_t answers;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int slot;
static bool stopping;
static pthread_t worker;

static void put(int letter) {
  pthread_mutex_lock(&mutex);
  slot = letter;
  pthread_mutex_unlock(&mutex);
}

static int take(void) {
  pthread_mutex_lock(&mutex);
  const int letter = slot;
  slot = 0;
  pthread_mutex_unlock(&mutex);
  return letter;
}

static void* work(void* argument) {
  for (;;) {
    sem_wait(&letters);
    if (stopping) {
      return argument;
    }
    assert(take() != 0);
    sem_post(&answers);
  }
}

static void setup(void* argument) {
  (void)argument;
  sem_init(&letters, 0, 0);
  sem_init(&answers, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
}

static void body(void* argument) {
  (void)argument;
  sem_post(&letters);
  put(7);
  sem_wait(&answers);
}

static void teardown(void* argument) {
  (void)argument;
  stopping = true;
  sem_post(&letters);
  pthread_join(worker, NULL);
  sem_destroy(&letters);
  sem_destroy(&answers);
}

int main(void) {
  heddle_scenario(setup, body, teardown, NULL);
  return 0;
}

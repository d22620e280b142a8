// SPDX-License-Identifier: Apache-2.0
// Executions that differ only in how many steps of one kind they have: ROUNDS times
//   lock    the first thread locks and unlocks a mutex: 2 steps
//   stay    the first thread posts a semaphore and waits for it: 2 steps
//   switch  each of the two threads posts the other's semaphore and waits for its
//           own: 4 steps, and 2 of them are done by another thread than the one before
// At every one of these steps just one thread can go on.  heddle_choose() makes as many
// executions as anybody wants.
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t turn[2];
static const char* kind;
static int rounds;

static void* first(void* argument) {
  for (int i = 0; i < rounds; i++) {
    if (kind[0] == 'l') {
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    } else {
      sem_post(&turn[kind[1] == 't' ? 0 : 1]);
      sem_wait(&turn[0]);
    }
  }
  return argument;
}

static void* second(void* argument) {
  for (int i = 0; i < rounds && kind[1] == 'w'; i++) {
    sem_wait(&turn[1]);
    sem_post(&turn[0]);
  }
  return argument;
}

static void setup(void* argument) {
  (void)argument;
  sem_init(&turn[0], 0, 0);
  sem_init(&turn[1], 0, 0);
}

static void body(void* argument) {
  (void)argument;
  for (int i = 0; i < 4; i++) {
    (void)heddle_choose(100);
  }
  pthread_t threads[2];
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: steps lock|stay|switch ROUNDS\n");
    return 2;
  }
  kind = argv[1];
  rounds = atoi(argv[2]);
  heddle_scenario(setup, body, NULL, NULL);
  return 0;
}

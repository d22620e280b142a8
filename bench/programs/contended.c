// SPDX-License-Identifier: Apache-2.0
// THREADS threads, each of which takes and leaves MUTEXES mutexes one after the other, ROUNDS
// times: all take the same ones, in the same order.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_THREADS = 8 };

static pthread_mutex_t* mutexes;
static int threads;
static int rounds;
static int mutex_count;

static void* worker(void* argument) {
  for (int i = 0; i < rounds * mutex_count; i++) {
    pthread_mutex_lock(&mutexes[i % mutex_count]);
    pthread_mutex_unlock(&mutexes[i % mutex_count]);
  }
  return argument;
}

static void setup(void* argument) {
  (void)argument;
  mutexes = malloc((size_t)mutex_count * sizeof *mutexes);
  for (int i = 0; i < mutex_count; i++) {
    pthread_mutex_init(&mutexes[i], NULL);
  }
}

static void body(void* argument) {
  (void)argument;
  pthread_t started[MOST_THREADS];
  for (int i = 0; i < threads; i++) {
    pthread_create(&started[i], NULL, worker, NULL);
  }
  for (int i = 0; i < threads; i++) {
    pthread_join(started[i], NULL);
  }
}

int main(int argc, char** argv) {
  if (argc != 4 || atoi(argv[1]) > MOST_THREADS) {
    fprintf(stderr, "usage: contended THREADS ROUNDS MUTEXES\n");
    return 2;
  }
  threads = atoi(argv[1]);
  rounds = atoi(argv[2]);
  mutex_count = atoi(argv[3]);
  heddle_scenario(setup, body, NULL, NULL);
  return 0;
}

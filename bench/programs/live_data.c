// SPDX-License-Identifier: Apache-2.0
// As much live data as asked for, written before the start to which executions go
// back; each of them then writes to two pages of it.
//
//   live_data MEGABYTES [scenario]
//
// Before main, or in the setup of a scenario.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LOCKS = 9 };

static pthread_mutex_t mutexes[2][LOCKS];
static unsigned char* data;
static size_t bytes;

static void make_data(size_t megabytes) {
  bytes = megabytes << 20;
  data = malloc(bytes);
  for (size_t i = 0; i < bytes; i++) {
    data[i] = (unsigned char)(i * 2654435761u >> 13);
  }
}

__attribute__((constructor)) static void before_main(int argc, char** argv) {
  if (argc == 2) {
    make_data((size_t)atol(argv[1]));
  }
}

static void* worker(void* argument) {
  pthread_mutex_t* own = argument;
  const size_t half = own == mutexes[0] ? 0 : bytes / 2;
  for (int i = 0; i < LOCKS; i++) {
    pthread_mutex_lock(&own[i]);
    data[half + (size_t)i]++;
    pthread_mutex_unlock(&own[i]);
  }
  return NULL;
}

static void setup(void* argument) { make_data((size_t)atol(argument)); }

static void body(void* argument) {
  (void)argument;
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, worker, mutexes[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
}

int main(int argc, char** argv) {
  if (argc == 2) {
    body(NULL);
  } else if (argc == 3) {
    heddle_scenario(setup, body, NULL, argv[1]);
  }
  return argc == 2 || argc == 3 ? 0 : 2;
}

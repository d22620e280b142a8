// SPDX-License-Identifier: Apache-2.0
// One execution, the third, touches as much memory as asked for, while there are two
// threads; all others touch little.
//
//   much_touched MEGABYTES
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

enum { LOCKS = 9, LITTLE = 64 };

static pthread_mutex_t mutexes[2][LOCKS];
static unsigned char* data;
static size_t bytes;
static int executions;

static void setup(void* argument) {
  bytes = (size_t)atol(argument) << 20;
  data = malloc(bytes + LITTLE);
  for (int i = 0; i < 2 * LOCKS; i++) {
    pthread_mutex_init(&mutexes[i / LOCKS][i % LOCKS], NULL);
  }
}

static void take_locks(pthread_mutex_t* own, unsigned char* item) {
  for (int i = 0; i < LOCKS; i++) {
    pthread_mutex_lock(&own[i]);
    ++*item;
    pthread_mutex_unlock(&own[i]);
  }
}

static void* worker(void* argument) {
  take_locks(mutexes[1], &data[bytes]);
  return argument;
}

static void body(void* argument) {
  (void)argument;
  pthread_t other;
  pthread_create(&other, NULL, worker, NULL);
  const size_t much = ++executions == 3 ? bytes : LITTLE;
  for (size_t i = 0; i < much; i += LITTLE) {
    data[i] = (unsigned char)i;
  }
  take_locks(mutexes[0], &data[0]);
  pthread_join(other, NULL);
}

int main(int argc, char** argv) {
  heddle_scenario(setup, body, NULL, argv[argc - 1]);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A thread comes to an end after its argument's number of rounds, and does something else in each.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static void* count_down(void* argument) {
  unsigned random = 1;
  for (int i = rounds; i > 0; i--) {
    random = random * 1103515245 + 12345;
    if (random & (1U << 20)) {
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    } else if (pthread_mutex_trylock(&mutex) == 0) {
      pthread_mutex_unlock(&mutex);
    }
  }
  return argument;
}

int main(int count, char** arguments) {
  rounds = count < 2 ? 0 : atoi(arguments[1]);
  pthread_t thread;
  pthread_create(&thread, NULL, count_down, NULL);
  pthread_join(thread, NULL);
  return 0;
}

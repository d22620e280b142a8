// SPDX-License-Identifier: Apache-2.0
// Comes to an end after its argument's number of rounds, and does something else in each.
#include <pthread.h>
#include <stdlib.h>

int main(int count, char** arguments) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  unsigned random = 1;
  for (int i = count < 2 ? 0 : atoi(arguments[1]); i > 0; i--) {
    random = random * 1103515245 + 12345;
    if (random & (1U << 20)) {
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    } else if (pthread_mutex_trylock(&mutex) == 0) {
      pthread_mutex_unlock(&mutex);
    }
  }
  return 0;
}

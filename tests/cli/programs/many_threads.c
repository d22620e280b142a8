// SPDX-License-Identifier: Apache-2.0
// Makes as many threads as its argument says, one after the other; status 4 if it cannot.
#include <pthread.h>
#include <stdlib.h>

static void* work(void* argument) { return argument; }

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < count; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
      return 4;
    }
    pthread_join(thread, NULL);
  }
  return 0;
}

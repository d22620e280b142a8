// SPDX-License-Identifier: Apache-2.0
// No bug, three executions without a preemption, and something printed in each, to both outputs.
#include <pthread.h>
#include <stdio.h>

static void* work(void* argument) { return argument; }

int main(void) {
  pthread_t threads[2];
  puts("printed by every execution");
  fputs("printed to standard error\n", stderr);
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

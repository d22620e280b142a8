// SPDX-License-Identifier: Apache-2.0
// A thread that never ends and does nothing that can be seen.
#include <pthread.h>

static volatile int never;

static void* spin(void* argument) {
  while (!never) {
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spin, NULL);
  pthread_join(thread, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A thread writes through a null pointer.
#include <pthread.h>
#include <stddef.h>

static int* volatile nowhere;

static void* write_there(void* argument) {
  *nowhere = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write_there, NULL);
  pthread_join(thread, NULL);
  return 0;
}

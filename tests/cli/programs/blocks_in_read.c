// SPDX-License-Identifier: Apache-2.0
// Reads from a pipe into which nobody writes.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* read_pipe(void* argument) {
  char byte;
  return read(ends[0], &byte, 1) == 1 ? argument : NULL;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0) {
    return 1;
  }
  pthread_create(&thread, NULL, read_pipe, NULL);
  pthread_join(thread, NULL);
  return 0;
}

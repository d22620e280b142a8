// SPDX-License-Identifier: Apache-2.0
//
// A reader walks along a line with the only pointer to it, and frees where it ends up.  If
// the writer was there first there is something to walk along.
//
// No preemption: the writer is made first, and runs first when main waits for it.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: misuse preemptions=0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* line;

static void* write_line(void* argument) {
  pthread_mutex_lock(&mutex);
  strcpy(line, "                one");
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* read_line(void* argument) {
  pthread_mutex_lock(&mutex);
  while (*line == ' ') {
    ++line;
  }
  free(line);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  line = calloc(1, 64);
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_line, NULL);
  pthread_join(writer, NULL);
  pthread_create(&reader, NULL, read_line, NULL);
  pthread_join(reader, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of inside_a_block_misuse: what walks is another pointer.
//
// RUN: heddle run %t
// EXPECT: clean
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
  const char* at = line;
  while (*at == ' ') {
    ++at;
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

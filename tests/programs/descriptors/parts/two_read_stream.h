// SPDX-License-Identifier: Apache-2.0
#pragma once

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE* stream;
static char lines[2][8];

static void* take(void* line) {
  assert(fgets(line, sizeof lines[0], stream) == line);
  return NULL;
}

int main(void) {
  int ends[2];
  assert(pipe(ends) == 0);
  stream = fdopen(ends[0], "r");
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, take, lines[i]);
  }
  assert(write(ends[1], "on", 2) == 2);
  usleep(1);
  assert(write(ends[1], "e\n", 2) == 2);
  if (LINES == 2) {
    assert(write(ends[1], "two\n", 4) == 4);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  const int first = strcmp(lines[0], "one\n") == 0 ? 0 : 1;
  assert(strcmp(lines[first], "one\n") == 0 && strcmp(lines[1 - first], "two\n") == 0);
  return 0;
}

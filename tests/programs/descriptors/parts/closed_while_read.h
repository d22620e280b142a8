// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void* read_all(void* unused) {
  char byte = 0;
  while (read(ends[0], &byte, 1) == 1) {
  }
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, read_all, NULL);
  assert(write(ends[1], "x", 1) == 1);
  usleep(1);
  close(ends[CLOSES]);
  pthread_join(thread, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

// Blocks that are larger than what they are sent through.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SMALL = 100, LARGE = 300000 };

static int ends[2];
static int pair[2];
static sem_t begins;
static char block[LARGE];

static size_t read_all(int descriptor) {
  static char got[LARGE];
  size_t all = 0;
  for (ssize_t bytes = 1; (bytes = read(descriptor, got, sizeof got)) > 0; all += (size_t)bytes) {
    for (ssize_t i = 0; i < bytes; i++) {
      assert(got[i] == 'x');
    }
  }
  return all;
}

static void* drain(void* unused) {
  sem_wait(&begins);
  assert(read_all(ends[0]) == SMALL + LARGE);
  assert(read_all(pair[0]) == LARGE);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  memset(block, 'x', sizeof block);
  sem_init(&begins, 0, READS_BESIDE);
  pthread_t thread;
  pthread_create(&thread, NULL, drain, NULL);
  const struct iovec pieces[2] = {{block, SMALL}, {block, LARGE}};
  assert(writev(ends[1], pieces, 2) == SMALL + LARGE);
  close(ends[1]);
  assert(send(pair[1], block, LARGE, 0) == LARGE);
  close(pair[1]);
  if (!READS_BESIDE) {
    sem_post(&begins);
  }
  pthread_join(thread, NULL);
  return 0;
}

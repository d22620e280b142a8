// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two threads with two locks on files, each by an opening of its own.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

static int files[2][2];
static int count;

static void both(int who, int first) {
  struct flock whole = {.l_type = F_WRLCK};
  for (int i = 0; i < 2; i++) {
    const int file = files[who][first ^ i];
    assert((first ^ i) == 0 ? flock(file, LOCK_EX) == 0 : fcntl(file, F_OFD_SETLKW, &whole) == 0);
    usleep(0);
  }
  assert(count++ == 0);
  count--;
  whole.l_type = F_UNLCK;
  assert(flock(files[who][0], LOCK_UN) == 0);
  assert(fcntl(files[who][1], F_OFD_SETLK, &whole) == 0);
}

static void* other(void* unused) {
  both(1, SECOND);
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    files[0][i] = memfd_create("lock", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", files[0][i]);
    files[1][i] = open(path, O_RDWR);
    assert(files[1][i] >= 0);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  both(0, 0);
  pthread_join(thread, NULL);
  return 0;
}

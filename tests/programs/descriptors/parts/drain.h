// SPDX-License-Identifier: Apache-2.0
#pragma once

// A loop that is woken by a pipe, and a worker that hands it two pieces of work.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int queued;
static int ends[2];

static void* work(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    queued++;
    pthread_mutex_unlock(&mutex);
    assert(write(ends[1], "", 1) == 1);
  }
  return unused;
}

static void drain(void) {
  char bytes[8];
  while (read(ends[0], bytes, sizeof bytes) == sizeof bytes) {
  }
}

static int take_all(void) {
  pthread_mutex_lock(&mutex);
  const int taken = queued;
  queued = 0;
  pthread_mutex_unlock(&mutex);
  return taken;
}

int main(void) {
  assert(pipe2(ends, O_NONBLOCK) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  for (int done = 0; done < 2;) {
    struct pollfd one = {ends[0], POLLIN, 0};
    assert(poll(&one, 1, -1) == 1);
    if (DRAINS_FIRST) {
      drain();
    }
    done += take_all();
    if (!DRAINS_FIRST) {
      drain();
    }
  }
  pthread_join(thread, NULL);
  return 0;
}

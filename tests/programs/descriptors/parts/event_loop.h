// SPDX-License-Identifier: Apache-2.0
#pragma once

// A loop over epoll that does what a worker hands it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int queued;
static int wake;

static void queue(void) {
  pthread_mutex_lock(&mutex);
  queued++;
  pthread_mutex_unlock(&mutex);
}

static void* work(void* unused) {
  if (WAKES_FIRST) {
    eventfd_write(wake, 1);
    queue();
  } else {
    queue();
    eventfd_write(wake, 1);
  }
  return unused;
}

static int take_all(void) {
  pthread_mutex_lock(&mutex);
  const int taken = queued;
  queued = 0;
  pthread_mutex_unlock(&mutex);
  return taken;
}

int main(void) {
  const int loop = epoll_create1(0);
  wake = eventfd(0, EFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = wake};
  assert(epoll_ctl(loop, EPOLL_CTL_ADD, wake, &event) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  for (int done = 0; done == 0; done += take_all()) {
    assert(epoll_wait(loop, &event, 1, -1) == 1);
    eventfd_t count = 0;
    eventfd_read(wake, &count);
  }
  pthread_join(thread, NULL);
  return 0;
}

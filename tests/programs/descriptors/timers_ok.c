// SPDX-License-Identifier: Apache-2.0
//
// Timers that are descriptors go by virtual time, in poll, select, epoll and read.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset fork %t
// EXPECT: clean
// RUN: heddle run --threads os %t
// EXPECT: clean
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int timer;

static time_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

static void set(time_t first, time_t interval) {
  const struct itimerspec value = {.it_value.tv_sec = first, .it_interval.tv_sec = interval};
  assert(timerfd_settime(timer, 0, &value, NULL) == 0);
}

static uint64_t times(void) {
  uint64_t count = 0;
  assert(read(timer, &count, sizeof count) == sizeof count);
  return count;
}

static void* wait_for_it(void* unused) {
  const int loop = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  assert(epoll_ctl(loop, EPOLL_CTL_ADD, timer, &event) == 0);
  set(1000, 0);
  assert(epoll_wait(loop, &event, 1, -1) == 1);
  assert(times() == 1);
  close(loop);
  return unused;
}

int main(void) {
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const time_t start = now();
  set(100, 1);
  assert(times() == 1);
  assert(now() - start >= 99 && now() - start <= 101);
  sleep(10);
  struct pollfd one = {timer, POLLIN, 0};
  assert(poll(&one, 1, 0) == 1 && times() == 10);
  set(0, 0);
  assert(poll(&one, 1, 5000) == 0);
  fd_set set_of_one;
  FD_ZERO(&set_of_one);
  FD_SET(timer, &set_of_one);
  set(50, 0);
  assert(select(timer + 1, &set_of_one, NULL, NULL, NULL) == 1 && times() == 1);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_it, NULL);
  pthread_join(thread, NULL);
  return 0;
}

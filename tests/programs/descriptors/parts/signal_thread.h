// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static sigset_t set;

static void* take(void* unused) {
  int number = 0;
  assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
  const struct timespec never = {1000, 0};
  siginfo_t info;
  assert(sigwaitinfo(&set, &info) == SIGUSR2);
  assert(sigtimedwait(&set, &info, &never) == -1);
  return unused;
}

int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, take, NULL);
  kill(getpid(), SIGUSR1);
  usleep(1);
  if (SENT == 2) {
    kill(getpid(), SIGUSR2);
  }
  pthread_join(thread, NULL);
  return 0;
}

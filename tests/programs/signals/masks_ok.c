// SPDX-License-Identifier: Apache-2.0
//
// Each thread has a signal mask and an alternate stack of its own, and a new one the mask of its
// creator.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset fork --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --threads os --preemptions 1 %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local char memory[1 << 16];
static _Thread_local volatile sig_atomic_t handled_there;

static void meet(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static int blocks(int number) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  return sigismember(&mask, number);
}

static void block(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void handle(int number) {
  const char here = (char)number;
  handled_there = &here >= memory && &here < memory + sizeof memory;
}

static void* heir(void* unused) {
  assert(blocks(SIGUSR1) && !blocks(SIGUSR2));
  meet();
  assert(blocks(SIGUSR1) && !blocks(SIGUSR2));
  return unused;
}

static void* blocking(void* unused) {
  block(SIGUSR1);
  meet();
  assert(blocks(SIGUSR1));
  pthread_t thread;
  pthread_create(&thread, NULL, heir, NULL);
  pthread_join(thread, NULL);
  assert(blocks(SIGUSR1));
  return unused;
}

static void* handling(void* unused) {
  const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  sigaltstack(&stack, NULL);
  assert(!blocks(SIGUSR1));
  meet();
  assert(!blocks(SIGUSR1));
  raise(SIGUSR2);
  assert(handled_there);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR2, &action, NULL);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, blocking, NULL);
  pthread_create(&threads[1], NULL, handling, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(!blocks(SIGUSR1));
  return 0;
}

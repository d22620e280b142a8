// SPDX-License-Identifier: Apache-2.0
//
// Two threads count, each on a stack of its own making: one as a context, one in a handler of a
// signal.  Preempted between its load and its store, one loses the other's step.
//
// BUILD: heddle
// FLAGS: -D_GNU_SOURCE
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: exit preemptions=1
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <ucontext.h>

enum { kBytes = 1 << 16 };

static atomic_int counter;
static ucontext_t outside, inside;

static void count(void) { atomic_store(&counter, atomic_load(&counter) + 1); }
static void handle(int number) {
  if (number == SIGUSR1) {
    count();
  }
}

static void* count_in_context(void* stack) {
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = kBytes;
  inside.uc_link = &outside;
  makecontext(&inside, count, 0);
  swapcontext(&outside, &inside);
  return stack;
}

static void* count_in_handler(void* stack) {
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = kBytes}, NULL);
  raise(SIGUSR1);
  return stack;
}

int main(void) {
  sigaction(SIGUSR1, &(struct sigaction){.sa_handler = handle, .sa_flags = SA_ONSTACK}, NULL);
  static char stack[kBytes];
  pthread_t one, two;
  pthread_create(&one, NULL, count_in_context, stack);
  pthread_create(&two, NULL, count_in_handler, malloc(kBytes));
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return atomic_load(&counter) == 2 ? 0 : 1;
}

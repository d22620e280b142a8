// SPDX-License-Identifier: Apache-2.0
//
// Contexts of two threads wait for each other: in a loop that reads, for a lock, at a condition.
// The stack of one ends right where other data begins.
//
// BUILD: heddle
// FLAGS: -D_GNU_SOURCE
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 1 %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <ucontext.h>

static struct {
  char before[1 << 10];
  char stack[1 << 16];
} memory[2];
static _Thread_local ucontext_t outside, inside;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int raised;
static int ready;

static void raise_and_wait(void) {
  atomic_store(&raised, 1);
  pthread_mutex_lock(&mutex);
  while (!ready) {
    pthread_cond_wait(&changed, &mutex);
  }
  pthread_mutex_unlock(&mutex);
}

static void poll_and_signal(void) {
  while (!atomic_load(&raised)) {
  }
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
}

static void run_in_context(void (*work)(void), char* stack) {
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof memory[0].stack;
  inside.uc_link = &outside;
  makecontext(&inside, work, 0);
  swapcontext(&outside, &inside);
}

static void* run(void* number) {
  const int second = *(int*)number;
  memset(memory[second].before, 'x', sizeof memory[second].before);
  run_in_context(second ? poll_and_signal : raise_and_wait, memory[second].stack);
  for (size_t i = 0; i < sizeof memory[second].before; ++i) {
    assert(memory[second].before[i] == 'x');
  }
  return NULL;
}

int main(void) {
  static int numbers[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    pthread_create(&threads[i], NULL, run, &numbers[i]);
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

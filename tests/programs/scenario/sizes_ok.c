// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of sizes_assertion: it is cut.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset loop %t
// EXPECT: clean
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { kRoom = 3 };

static sem_t ready;
static sem_t copied;
static unsigned size;
static unsigned used;

static void* copy(void* argument) {
  for (;;) {
    sem_wait(&ready);
    used = size < kRoom ? size : kRoom;
    assert(used <= kRoom);
    sem_post(&copied);
  }
  return argument;
}

static void setup(void* argument) {
  (void)argument;
  pthread_t thread;
  sem_init(&ready, 0, 0);
  sem_init(&copied, 0, 0);
  pthread_create(&thread, NULL, copy, NULL);
  pthread_detach(thread);
}

static void body(void* argument) {
  (void)argument;
  size = heddle_choose(3) + heddle_choose(3);
  heddle_assume(size != 0);
  sem_post(&ready);
  sem_wait(&copied);
}

int main(void) {
  heddle_scenario(setup, body, NULL, NULL);
  return 0;
}

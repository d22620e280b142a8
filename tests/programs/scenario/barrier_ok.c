// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of barrier_assertion: whoever is told so adds up.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset loop %t
// EXPECT: clean
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t meeting;
static int parts[2];
static int sum;

static void setup(void* argument) {
  (void)argument;
  pthread_barrier_init(&meeting, NULL, 2);
}

static void meet(void) {
  if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD) {
    sum = parts[0] + parts[1];
  }
}

static void* half(void* argument) {
  parts[1] = 2;
  meet();
  return argument;
}

static void body(void* argument) {
  (void)argument;
  sum = parts[0] = parts[1] = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, half, NULL);
  parts[0] = 1;
  meet();
  pthread_join(thread, NULL);
  assert(sum == 3);
}

static void teardown(void* argument) {
  (void)argument;
  pthread_barrier_destroy(&meeting);
}

int main(void) {
  heddle_scenario(setup, body, teardown, NULL);
  return 0;
}

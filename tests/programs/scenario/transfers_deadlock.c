// SPDX-License-Identifier: Apache-2.0
//
// Two transfers lock the accounts in opposite order, as a scenario that begins with both free.
//
// RUN: heddle run --reset loop --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
// RUN: heddle run --reset loop %t
// EXPECT: deadlock preemptions=1
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t accounts[2];
static int money[2];

static void setup(void* argument) {
  (void)argument;
  pthread_mutex_init(&accounts[0], NULL);
  pthread_mutex_init(&accounts[1], NULL);
}

static void transfer(int from, int to) {
  pthread_mutex_lock(&accounts[from]);
  pthread_mutex_lock(&accounts[to]);
  money[from]--;
  money[to]++;
  pthread_mutex_unlock(&accounts[to]);
  pthread_mutex_unlock(&accounts[from]);
}

static void* there(void* argument) {
  transfer(0, 1);
  return argument;
}

static void body(void* argument) {
  (void)argument;
  money[0] = money[1] = 10;
  pthread_t thread;
  pthread_create(&thread, NULL, there, NULL);
  transfer(1, 0);
  pthread_join(thread, NULL);
}

static void teardown(void* argument) {
  (void)argument;
  pthread_mutex_destroy(&accounts[0]);
  pthread_mutex_destroy(&accounts[1]);
}

int main(void) {
  heddle_scenario(setup, body, teardown, NULL);
  return 0;
}

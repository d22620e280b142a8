// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of any_order_deadlock: that both threads keep to one order is assumed.
//
// RUN: heddle run %t
// EXPECT: clean
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static unsigned first[2];

static void* take_both(void* argument) {
  const unsigned mine = *(unsigned*)argument;
  pthread_mutex_lock(&mutex[mine]);
  pthread_mutex_lock(&mutex[1 - mine]);
  pthread_mutex_unlock(&mutex[1 - mine]);
  pthread_mutex_unlock(&mutex[mine]);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  heddle_name(&mutex[0], "left");
  heddle_name(&mutex[1], "right");
  for (int i = 0; i < 2; i++) {
    first[i] = heddle_choose(2);
  }
  heddle_assume(first[0] == first[1]);
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, take_both, &first[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Main reads the result before it has joined.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: race preemptions=0
#include <pthread.h>
#include <stddef.h>

static int number, result;

static void* last(void* argument) {
  result = number * 2;
  return argument;
}

static void* middle(void* argument) {
  pthread_t thread;
  number++;
  pthread_create(&thread, NULL, last, NULL);
  pthread_join(thread, NULL);
  result++;
  return argument;
}

int main(void) {
  pthread_t thread;
  number = 1;
  pthread_create(&thread, NULL, middle, NULL);
  const int seen = result;
  pthread_join(thread, NULL);
  return seen == 0 || seen == 4 || seen == 5 ? 0 : 1;
}

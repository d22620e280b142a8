// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of create_join_race.  Creating a thread orders what was done before; joining
// it, what the thread has done.  A number goes through three threads in this way.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
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
  pthread_join(thread, NULL);
  return result == 5 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// The thread is joined, so the handler that quick_exit runs finds that it has counted.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counted;

static void look(void) {
  pthread_mutex_lock(&lock);
  if (!counted) {
    _exit(3);
  }
  pthread_mutex_unlock(&lock);
}

static void* count(void* argument) {
  pthread_mutex_lock(&lock);
  counted = 1;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  at_quick_exit(look);
  pthread_create(&thread, NULL, count, NULL);
  pthread_join(thread, NULL);
  quick_exit(0);
}

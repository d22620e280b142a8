// SPDX-License-Identifier: Apache-2.0
//
// One thread writes 130 variables at as many places while another one reads them, with a lock.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --races visible %t
// EXPECT: clean
#include "../run_threads.h"
#include "many_places.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void write_them(void) {
  pthread_mutex_lock(&lock);
  write_all();
  pthread_mutex_unlock(&lock);
}

static void read_them(void) {
  pthread_mutex_lock(&lock);
  sum = sum_of_all();
  pthread_mutex_unlock(&lock);
}

int main(void) {
  run_both(write_them, read_them);
  return sum == 0 || sum == 130 ? 0 : 1;
}

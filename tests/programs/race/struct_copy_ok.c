// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of struct_copy_race: under a lock.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>

typedef struct {
  long numbers[8];
} Record;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Record shared, copy;

static void write_field(void) {
  pthread_mutex_lock(&mutex);
  shared.numbers[5] = 1;
  pthread_mutex_unlock(&mutex);
}

static void copy_record(void) {
  pthread_mutex_lock(&mutex);
  copy = shared;
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  run_both(write_field, copy_record);
  return (int)copy.numbers[0];
}

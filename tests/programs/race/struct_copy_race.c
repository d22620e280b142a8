// SPDX-License-Identifier: Apache-2.0
//
// A struct is copied while one field of it is written.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <pthread.h>

typedef struct {
  long numbers[8];
} Record;

static Record shared, copy;

static void write_field(void) { shared.numbers[5] = 1; }

static void copy_record(void) { copy = shared; }

int main(void) {
  run_both(write_field, copy_record);
  return (int)copy.numbers[0];
}

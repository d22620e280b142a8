// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of memcpy_race: it copies all but the last byte.
//
// BUILD: heddle
// RUN: heddle run %t 23
// EXPECT: clean
#include "../run_threads.h"

#include <stdlib.h>
#include <string.h>

static char buffer[24], copy[24];
static size_t size;

static void write_last(void) { buffer[23] = 1; }

static void copy_all(void) { memcpy(copy, buffer, size); }

int main(int count, char** arguments) {
  size = count > 1 ? (size_t)atoi(arguments[1]) : 1;
  run_both(write_last, copy_all);
  return copy[0];
}

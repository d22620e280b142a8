// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of memset_race: all but the last byte.
//
// BUILD: heddle
// RUN: heddle run %t 23
// EXPECT: clean
#include "../run_threads.h"

#include <stdlib.h>
#include <string.h>

static char buffer[40];
static size_t size;

static void clear(void) { memset(buffer, 0, size); }

static void move(void) { memmove(buffer + 23, buffer + 30, size - 20); }

int main(int count, char** arguments) {
  size = count > 1 ? (size_t)atoi(arguments[1]) : 21;
  run_both(clear, move);
  return buffer[0];
}

// SPDX-License-Identifier: Apache-2.0
//
// A thread clears a buffer, and memmove in another one writes into the last byte of it.
//
// BUILD: heddle
// RUN: heddle run %t 24
// EXPECT: race preemptions=0
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

// SPDX-License-Identifier: Apache-2.0
//
// One function counts both: that its race on one counter is harmless says nothing of the other.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <stddef.h>

void AnnotateBenignRaceSized(const char* file, int line, const volatile void* memory, size_t size,
                             const char* why);

static int hits, money;

__attribute__((noinline)) static void count(int* counter) { ++*counter; }

static void serve(void) {
  count(&hits);
  count(&money);
}

int main(void) {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "a statistic");
  run_both(serve, serve);
  return money > 2;
}

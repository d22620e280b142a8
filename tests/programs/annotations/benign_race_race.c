// SPDX-License-Identifier: Apache-2.0
//
// The counter of hits is said to be harmless, but not the other one.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <stddef.h>

void AnnotateBenignRaceSized(const char* file, int line, const volatile void* memory, size_t size,
                             const char* why);

static int hits, money;

static void serve(void) {
  hits++;
  money++;
}

int main(void) {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "a statistic");
  run_both(serve, serve);
  return money > 2;
}

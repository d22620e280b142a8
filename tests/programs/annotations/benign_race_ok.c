// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of benign_race_race: only the counter of hits is counted without a lock.  The
// annotation is the one that ThreadSanitizer knows.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stddef.h>

void AnnotateBenignRaceSized(const char* file, int line, const volatile void* memory, size_t size,
                             const char* why);

static int hits, money;

static void serve(void) { hits++; }

int main(void) {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "a statistic");
  run_both(serve, serve);
  return money;
}

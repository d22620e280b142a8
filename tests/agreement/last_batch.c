// SPDX-License-Identifier: Apache-2.0
// A schedule that comes first leaves a mark in a page that no other touches; a later
// one is wrong only where there is no mark.  Whoever carries the mark over sees no bug.
#include "trail.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

__attribute__((aligned(4096))) static volatile char mark[4096];

__attribute__((constructor)) static void before_main(void) { mark[1] = 1; }

int main(int argc, char** argv) {
  const char* marks = argc > 1 ? argv[1] : "";
  const char* fails = argc > 2 ? argv[2] : "";
  trail_times = 3;
  leave_trail();
  if (strcmp(trail, marks) == 0) {
    mark[0] = 1;
  }
  assert(strcmp(trail, fails) != 0 || mark[0] == 1);
  return 0;
}

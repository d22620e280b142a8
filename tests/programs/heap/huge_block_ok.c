// SPDX-License-Identifier: Apache-2.0
//
// A block of which hardly anything is used may be larger than what heddle could remember of it.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdlib.h>

static void use_the_ends(void) {
  const size_t bytes = (size_t)8 << 30;
  char* volatile block = malloc(bytes);
  if (block != NULL) {
    block[0] = 1;
    block[bytes - 1] = 2;
  }
  free(block);
}

int main(void) {
  run_both(use_the_ends, use_the_ends);
  return 0;
}

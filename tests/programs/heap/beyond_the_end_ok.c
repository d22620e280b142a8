// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of beyond_the_end_misuse.
//
// RUN: heddle run %t
// EXPECT: clean
#include <stdlib.h>

int main(void) {
  volatile char* volatile first = malloc(32);
  char* volatile second = malloc(32);
  for (volatile int i = 0; i < 32; ++i) {
    first[i] = 'x';
  }
  free(second);
  free((char*)first);
  return 0;
}

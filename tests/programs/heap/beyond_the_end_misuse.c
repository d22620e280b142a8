// SPDX-License-Identifier: Apache-2.0
//
// A loop writes beyond the end of its block and over what the heap keeps behind it.  That is
// the program's failure, not heddle's.
//
// No preemption: no other thread takes part.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: misuse preemptions=0
#include <stdlib.h>

int main(void) {
  volatile char* volatile first = malloc(32);
  char* volatile second = malloc(32);
  for (volatile int i = 0; i < 48; ++i) {
    first[i] = 'x';
  }
  free(second);
  free((char*)first);
  return 0;
}

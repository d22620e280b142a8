// SPDX-License-Identifier: Apache-2.0
// Ends before main, with words of its own.
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void give_up(void) {
  fputs("there is no \"configuration\"\nand no way out\n", stderr);
  exit(7);
}

int main(void) { return 0; }

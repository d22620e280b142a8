// SPDX-License-Identifier: Apache-2.0
// A library that says so when it is loaded.
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void enter(void) {
  const char* file = getenv("INTRUDED");
  if (file != NULL) {
    FILE* here = fopen(file, "w");
    if (here != NULL) {
      fclose(here);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Closes what it does not know, in some schedules, as daemons do.
#include "trail.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

__attribute__((aligned(4096))) static volatile char mark[4096];

__attribute__((constructor)) static void before_main(void) { mark[1] = 1; }

int main(void) {
  leave_trail();
  assert(mark[0] == 0);
  if (strcmp(trail, "abab") == 0) {
    close_range(3, ~0U, 0);
    mark[0] = 1;
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Says how many files it may open.
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  printf("%lu\n", (unsigned long)limit.rlim_cur);
  return 0;
}

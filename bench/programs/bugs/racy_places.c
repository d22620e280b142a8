// SPDX-License-Identifier: Apache-2.0
// Two threads write to the same hundred variables without a lock, each at a place of its own.
#include "threads.h"

int cells[100];

#define WRITE(i) cells[i] = (int)(long)argument;
#define FIVE(i) WRITE(i) WRITE((i) + 1) WRITE((i) + 2) WRITE((i) + 3) WRITE((i) + 4)
#define TWENTY(i) FIVE(i) FIVE((i) + 5) FIVE((i) + 10) FIVE((i) + 15)

static void* write_all(void* argument) {
  TWENTY(0)
  TWENTY(20)
  TWENTY(40)
  TWENTY(60)
  TWENTY(80)
  return NULL;
}

int main(int argc, char** argv) {
  run_threads(number_of_threads(argc, argv, 2), write_all);
  return 0;
}

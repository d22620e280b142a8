// SPDX-License-Identifier: Apache-2.0
// Two threads write to the same hundred variables without a lock, each at a place of its own.
#include "threads.h"

int cells[100];

#define WRITE(i) cells[i] = (int)(long)argument;
#define TEN(i)                                                                              \
  WRITE(i)                                                                                  \
  WRITE((i) + 1) WRITE((i) + 2) WRITE((i) + 3) WRITE((i) + 4) WRITE((i) + 5) WRITE((i) + 6) \
      WRITE((i) + 7) WRITE((i) + 8) WRITE((i) + 9)

static void* write_all(void* argument) {
  TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70) TEN(80) TEN(90) return NULL;
}

int main(int argc, char** argv) {
  run_threads(number_of_threads(argc, argv, 2), write_all);
  return 0;
}

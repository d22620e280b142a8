// SPDX-License-Identifier: Apache-2.0
//
// The execution is ended by a thread that is deep in its stack, while main waits and the other
// thread is somewhere.
#include "portrait.h"

static int reached = 3;

static void finish(void) {
  reached++;
  exit(0);
}

static void (*volatile at_the_bottom)(void) = finish;

__attribute__((noinline)) static int deep(int levels) {
  volatile char room[2000];
  room[0] = (char)levels;
  if (levels == 0) {
    at_the_bottom();
  } else {
    deep(levels - 1);
  }
  return room[0];
}

static void in_thread(int id) {
  if (id == 1) {
    deep(20);
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(reached == 3);
  run_threads(in_thread);
  return 1;
}

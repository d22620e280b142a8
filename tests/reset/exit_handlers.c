// SPDX-License-Identifier: Apache-2.0
//
// Handlers of atexit and on_exit: those of this execution run, once, in their order, and no others.
//
// OUTPUT: 4
#include "portrait.h"

static int ran;

static void first_registered(void) {
  EXPECT(ran++ == 3);
  printf("| first\n");
}

static void second_registered(int status, void* argument) {
  EXPECT(status == 0 && argument == &ran);
  EXPECT(ran++ == 2);
  printf("| second\n");
}

static void by_a_thread(void) {
  EXPECT(ran == 0 || ran == 1);
  ran++;
  printf("| by a thread\n");
}

static void in_thread(int id) {
  (void)id;
  atexit(by_a_thread);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(ran == 0);
  atexit(first_registered);
  on_exit(second_registered, &ran);
  run_threads(in_thread);
  return 0;
}

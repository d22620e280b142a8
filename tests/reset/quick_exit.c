// SPDX-License-Identifier: Apache-2.0
//
// Handlers of at_quick_exit run once; those of atexit do not.
//
// OUTPUT: 1
#include "portrait.h"

static int ran;

static void handler(void) {
  if (++ran != 1) {
    reset_failed(__LINE__, "a handler ran again", "", "");
  }
  printf("| quick\n");
  fflush(stdout);
}

static void never(void) { reset_failed(__LINE__, "quick_exit runs no handlers of atexit", "", ""); }

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(ran == 0);
  at_quick_exit(handler);
  atexit(never);
  run_threads(NULL);
  quick_exit(0);
}

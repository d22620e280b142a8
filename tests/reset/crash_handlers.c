// SPDX-License-Identifier: Apache-2.0
//
// A program that handles its own crashes: it takes over SIGSEGV, on a stack of its own, and goes on
// after one.
#include "portrait.h"

#include <setjmp.h>

static sigjmp_buf way_out;
static char* volatile nowhere;

static void handler(int number) {
  (void)number;
  siglongjmp(way_out, 1);
}

int main(int argc, char** argv) {
  static char stack[65536];
  begin(argc, argv);
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  EXPECT(sigaltstack(&other, NULL) == 0);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;
  EXPECT(sigaction(SIGSEGV, &action, NULL) == 0);
  run_threads(NULL);
  if (sigsetjmp(way_out, 1) == 0) {
    *nowhere = 1;
    EXPECT(!"reached");
  }
  return 0;
}

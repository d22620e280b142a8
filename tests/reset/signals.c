// SPDX-License-Identifier: Apache-2.0
//
// Signals: handlers, what is blocked, what is pending, the stack that handlers run on.
#include "portrait.h"

static volatile sig_atomic_t handled;

static void handler(int number) { handled = number; }

static void in_thread(int id) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(id == 0 ? SIGUSR2 : SIGWINCH, &action, NULL);
}

int main(int argc, char** argv) {
  static char stack[65536];
  begin(argc, argv);
  EXPECT(handled == 0);
  EXPECT(signal(SIGUSR1, handler) == SIG_DFL);
  EXPECT(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  raise(SIGUSR1);
  EXPECT(handled == SIGUSR1);
  sigset_t set;
  sigset_t before;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGRTMIN);
  EXPECT(sigprocmask(SIG_BLOCK, &set, &before) == 0);
  EXPECT(!sigismember(&before, SIGTERM));
  raise(SIGTERM);
  raise(SIGRTMIN);
  run_threads(in_thread);
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  EXPECT(sigaltstack(&other, NULL) == 0);
  return 0;
}

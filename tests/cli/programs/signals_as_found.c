// SPDX-License-Identifier: Apache-2.0
// Says what becomes of it if it writes where nobody reads, or beyond the limit on files.
#include <signal.h>
#include <stdio.h>

static const char* found(int signal) {
  struct sigaction action;
  sigaction(signal, NULL, &action);
  return action.sa_handler == SIG_IGN   ? "ignored"
         : action.sa_handler == SIG_DFL ? "default"
                                        : "other";
}

int main(void) {
  printf("%s %s\n", found(SIGPIPE), found(SIGXFSZ));
  return 0;
}

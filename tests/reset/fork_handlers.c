// SPDX-License-Identifier: Apache-2.0
//
// Handlers of pthread_atfork do not pile up, and a child that was made is no child of the next
// execution.
//
// UNCONTROLLED: fork, waitpid
#include "portrait.h"

#include <sys/wait.h>

static int prepared;

static void prepare(void) { prepared++; }

static void make_child(void) {
  const pid_t child = fork();
  if (child == 0) {
    syscall(SYS_exit_group, 0);
  }
  EXPECT(child > 0);
  EXPECT(waitpid(child, NULL, 0) == child);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
  make_child();
  EXPECT(prepared == 0);
  EXPECT(pthread_atfork(prepare, NULL, NULL) == 0);
  make_child();
  EXPECT(prepared == 1);
  run_threads(NULL);
  if (fork() == 0) {
    syscall(SYS_exit_group, 0);  // nobody waits for this one
  }
  return 0;
}

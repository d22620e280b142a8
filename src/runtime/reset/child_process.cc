// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/child_process.h"

#include "runtime/raw.h"

#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace heddle::runtime {

long clone_process() { return raw_syscall(SYS_clone, 0); }

long wait_for(long process, int& status, int options) {
  return raw_syscall(SYS_wait4, process, as_long(&status), options | __WALL, 0);
}

void let_go_on(long process, int& status) {
  if (WIFSTOPPED(status)) {
    raw_syscall(SYS_ptrace, PTRACE_CONT, process, 0, WSTOPSIG(status));
    status = 0;
  }
}

}  // namespace heddle::runtime

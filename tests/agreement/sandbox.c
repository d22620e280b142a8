// SPDX-License-Identifier: Apache-2.0
// Forbids itself calls that whoever puts it back needs, in some schedules (or in all).
#include "trail.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

int main(int c, char** v) {
  leave_trail();
  if (c > 2 || !strcmp(trail, "abab")) {
    if (!strcmp(v[1], "strict"))
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    else {
      unsigned act = atoi(v[1]) ? SECCOMP_RET_KILL_PROCESS : (SECCOMP_RET_ERRNO | 1);
      struct sock_filter f[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
                                BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 0, 1),
                                BPF_STMT(BPF_RET | BPF_K, act),
                                BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
      struct sock_fprog p = {4, f};
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p);
    }
  }
  return 0;
}

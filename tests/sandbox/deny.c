// SPDX-License-Identifier: Apache-2.0
//
// Runs a command that the kernel refuses some system calls, as in a container.
//
//     deny EPERM|ENOSYS CALL… -- COMMAND [ARGUMENT…]
//
// CALL is userfaultfd, personality, or another name in the list below.  Of personality, to ask for
// the present value is allowed, as container engines do.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST = 64, ASK = -1 };

static struct sock_filter filter[MOST];
static unsigned short length;

static void add(unsigned short code, unsigned k, unsigned char if_true, unsigned char if_false) {
  if (length < MOST) {
    filter[length++] = (struct sock_filter){code, if_true, if_false, k};
  }
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0); }

static void answer(unsigned with) { add(BPF_RET | BPF_K, with, 0, 0); }

static int number_of(const char* name) {
  static const struct {
    const char* name;
    int number;
  } calls[] = {
      {"userfaultfd", SYS_userfaultfd},
      {"personality", SYS_personality},
      {"ptrace", SYS_ptrace},
      {"pidfd_open", SYS_pidfd_open},
      {"close_range", SYS_close_range},
      {"process_vm_readv", SYS_process_vm_readv},
      {"perf_event_open", SYS_perf_event_open},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (strcmp(calls[i].name, name) == 0) {
      return calls[i].number;
    }
  }
  return -1;
}

static void deny(int number, unsigned error) {
  load(offsetof(struct seccomp_data, nr));
  if (number == SYS_personality) {
    add(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 3);
    load(offsetof(struct seccomp_data, args[0]));
    add(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)ASK, 1, 0);
  } else {
    add(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1);
  }
  answer(SECCOMP_RET_ERRNO | error);
}

static int install(void) {
  const struct sock_fprog program = {length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return -1;
  }
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char** argv) {
  const unsigned error = argc > 1 && strcmp(argv[1], "ENOSYS") == 0 ? ENOSYS : EPERM;
  int i = 2;
  for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
    const int number = number_of(argv[i]);
    if (number < 0) {
      fprintf(stderr, "deny: %s is not in the list\n", argv[i]);
      return 125;
    }
    deny(number, error);
  }
  if (i + 1 >= argc) {
    fprintf(stderr, "usage: deny EPERM|ENOSYS CALL... -- COMMAND [ARGUMENT...]\n");
    return 125;
  }
  answer(SECCOMP_RET_ALLOW);
  if (install() != 0) {
    perror("deny: no filter could be set");
    return 126;
  }
  execvp(argv[i + 1], argv + i + 1);
  perror(argv[i + 1]);
  return 127;
}

// SPDX-License-Identifier: Apache-2.0
// What a process has besides memory and descriptors, changed in some schedules and
// looked at in all.
#include "trail.h"

#include <assert.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

int main(int argc, char** argv) {
  leave_trail();
  const char* what = argc > 1 ? argv[1] : "nice";
  const int change = strcmp(trail, "abab") == 0;
  if (strcmp(what, "nice") == 0) {
    assert(getpriority(PRIO_PROCESS, 0) == 0);
    if (change)
      setpriority(PRIO_PROCESS, 0, 5);
  } else if (strcmp(what, "name") == 0) {
    char name[16];
    prctl(PR_GET_NAME, name);
    assert(strcmp(name, "other") != 0);
    if (change)
      prctl(PR_SET_NAME, "other");
  } else if (strcmp(what, "affinity") == 0) {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    assert(CPU_COUNT(&set) > 1);
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    if (change)
      sched_setaffinity(0, sizeof set, &set);
  } else if (strcmp(what, "user") == 0) {
    assert(geteuid() == 0);
    if (change)
      assert(setuid(65534) == 0);
  } else if (strcmp(what, "pending") == 0) {
    sigset_t set;
    sigpending(&set);
    assert(!sigismember(&set, SIGUSR1));
    if (change) {
      sigset_t before;
      sigemptyset(&set);
      sigaddset(&set, SIGUSR1);
      sigprocmask(SIG_BLOCK, &set, &before);
      syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGUSR1);
    }
  } else if (strcmp(what, "child") == 0) {
    assert(waitpid(-1, NULL, WNOHANG) == -1);
    char* args[] = {"true", NULL};
    pid_t child;
    if (change)
      posix_spawnp(&child, "true", NULL, NULL, args, environ);
  } else if (strcmp(what, "timer") == 0) {
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    timer_t timer;
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    assert((long)timer == 0);
    if (!change)
      timer_delete(timer);
  } else if (strcmp(what, "no_new_privs") == 0) {
    assert(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0);
    if (change)
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  } else if (strcmp(what, "session") == 0) {
    const pid_t before = getsid(0);
    if (change)
      setpgid(0, 0), setsid();
    assert(change || getsid(0) == before);
    assert(getsid(0) != (pid_t)syscall(SYS_getpid) || change);
  }
  return 0;
}

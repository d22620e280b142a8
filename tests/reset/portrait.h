// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a process can be seen to be at the entry of main, compared with the first time:
// descriptors, signals, limits, clocks, environment, and where new memory comes from.
//
//     int main(int argc, char** argv) {
//       begin(argc, argv);
#include "reset.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

extern char** environ;

static inline void portray_descriptors(void) {
  for (int fd = 0; fd < 64; fd++) {
    char name[32];
    char text[160] = "closed";
    struct stat status;
    if (syscall(SYS_fstat, fd, &status) == 0) {
      // A file of /proc is another one in a new process.
      const long file = reset_trait('s') ? (long)status.st_ino : (long)status.st_dev;
      snprintf(text, sizeof text, "%x %x %ld %lx", (unsigned)syscall(SYS_fcntl, fd, F_GETFL, 0),
               (unsigned)syscall(SYS_fcntl, fd, F_GETFD, 0), syscall(SYS_lseek, fd, 0, SEEK_CUR),
               file);
    }
    snprintf(name, sizeof name, "descriptor-%d", fd);
    // The lowest numbers one by one, the others are there or not.
    if (fd < 12) {
      remember(name, text);
    } else if (strcmp(text, "closed") != 0) {
      remember_number(name, fd);
    }
  }
}

static inline void portray_signals(void) {
  struct {
    void* handler;
    unsigned long flags;
    void* restorer;
    unsigned long mask;
  } action;
  unsigned long hash = 0;
  for (int signal_number = 1; signal_number <= 64; signal_number++) {
    memset(&action, 0, sizeof action);
    syscall(SYS_rt_sigaction, signal_number, NULL, &action, sizeof action.mask);
    const unsigned long handler =
        reset_trait('a') ? (unsigned long)action.handler : (unsigned long)(action.handler != NULL);
    hash = hash * 31 + handler * 7 + action.flags * 3 + action.mask;
  }
  remember_number("signal-handlers", (long)hash);
  unsigned long mask = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, NULL, &mask, sizeof mask);
  remember_number("signal-mask", (long)mask);
  syscall(SYS_rt_sigpending, &mask, sizeof mask);
  remember_number("signals-pending", (long)mask);
  stack_t stack;
  sigaltstack(NULL, &stack);
  remember_address("signal-stack", stack.ss_sp);
  remember_number("signal-stack-bytes", (long)stack.ss_size);
}

static inline void portray_limits(void) {
  char text[256];
  for (int i = 0; i < RLIM_NLIMITS; i++) {
    struct rlimit limit;
    char name[32];
    snprintf(name, sizeof name, "limit-%d", i);
    syscall(SYS_prlimit64, 0, i, NULL, &limit);
    snprintf(text, sizeof text, "%lu %lu", (unsigned long)limit.rlim_cur,
             (unsigned long)limit.rlim_max);
    remember(name, text);
  }
  for (int i = ITIMER_REAL; i <= ITIMER_PROF; i++) {
    struct itimerval timer;
    char name[32];
    snprintf(name, sizeof name, "timer-%d", i);
    syscall(SYS_getitimer, i, &timer);
    remember_number(name, timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0);
  }
  char folder[4096];
  const long length = syscall(SYS_getcwd, folder, sizeof folder);
  remember("folder", length < 0 ? "?" : folder);
  const long mask = syscall(SYS_umask, 0);
  syscall(SYS_umask, mask);
  remember_number("umask", mask);
}

static inline void portray_libc(void) {
  unsigned mxcsr = 0;
  unsigned short control = 0;
  __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
  __asm__ volatile("fnstcw %0" : "=m"(control));
  remember_number("mxcsr", (long)mxcsr);
  remember_number("x87", (long)control);
  unsigned long hash = 0;
  for (char** entry = environ; *entry != NULL; entry++) {
    for (const char* c = *entry; *c != 0; c++) {
      hash = hash * 31 + (unsigned char)*c;
    }
    hash = hash * 31;
  }
  remember_number("environment", (long)hash);
  remember("locale", setlocale(LC_ALL, NULL));
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  remember_number("clock", now.tv_nsec + now.tv_sec);
}

// Where new memory comes from.
static inline void portray_memory(void) {
  remember_address("brk", sbrk(0));
  void* small = malloc(24);
  void* large = malloc(200 << 10);
  void* mapped = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  remember_address("malloc-small", small);
  remember_address("malloc-large", large);
  remember_address("mmap", mapped);
  munmap(mapped, 8192);
  free(large);
  free(small);
  remember_address("stack", &mapped);
}

// Reads what nobody has written, on purpose.
__attribute__((noinline, no_sanitize("address"))) static long hash_below(size_t bytes) {
  const volatile unsigned long* frame = (unsigned long*)__builtin_frame_address(0);
  unsigned long hash = 0;
  for (size_t i = 32; i < bytes / sizeof *frame; i++) {
    hash = hash * 31 + *(frame - i);
  }
  return (long)hash;
}

static inline void begin(int argc, char** argv) {
  const int error = errno;
  const long garbage = hash_below(24 << 10);
  if (argc > 1) {
    reset_notes = argv[1];
  }
  if (argc > 2) {
    reset_traits = argv[2];
  }
  remember_number("errno", error);
  if (reset_trait('s')) {
    remember_number("stack-garbage", garbage);
  }
  portray_descriptors();
  portray_signals();
  portray_limits();
  portray_libc();
  portray_memory();
  errno = error;
}

// SPDX-License-Identifier: Apache-2.0
// What the benchmarks run: two threads, nine locks and unlocks each, 36 visible
// operations beside creating, joining and ending.  With an argument it measures
// instead what the machine takes for the least that a reset by fork can do: clone
// this process, let the copy end at once, wait for it; and prints nanoseconds.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

enum { LOCKS = 9 };

static pthread_mutex_t mutexes[2][LOCKS];

static long raw(long number, long a, long b, long c, long d) {
  long result = number;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = 0;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                   : "rcx", "r11", "memory");
  return result;
}

static double real_nanoseconds(void) {
  struct timespec now;
  raw(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&now, 0, 0);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void measure_bare_clone(int times) {
  const double begin = real_nanoseconds();
  for (int i = 0; i < times; i++) {
    const long child = raw(SYS_clone, SIGCHLD, 0, 0, 0);
    if (child == 0) {
      raw(SYS_exit_group, 0, 0, 0, 0);
    }
    raw(SYS_wait4, child, 0, 0, 0);
  }
  printf("bare %.0f\n", (real_nanoseconds() - begin) / times);
}

static void* worker(void* argument) {
  pthread_mutex_t* own = argument;
  for (int i = 0; i < LOCKS; i++) {
    pthread_mutex_lock(&own[i]);
    pthread_mutex_unlock(&own[i]);
  }
  return NULL;
}

int main(int argc, char** argv) {
  if (argc > 1) {
    measure_bare_clone(atoi(argv[1]));
    return 0;
  }
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, worker, mutexes[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

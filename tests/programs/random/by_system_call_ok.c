// SPDX-License-Identifier: Apache-2.0
//
// Two threads go round a loop as often as the system says, asked by syscall(): for random numbers,
// and for the time.  Both are the same in every execution of a schedule, as if libc is asked.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 --reduction none --reset fork %t
// EXPECT: clean
#include "../run_threads.h"

#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static unsigned rounds(void) {
  unsigned char drawn[2] = {0, 0};
  struct timeval now = {0, 0};
  syscall(SYS_getrandom, drawn, sizeof drawn, 0);
  syscall(SYS_gettimeofday, &now, NULL);
  const time_t seconds = syscall(SYS_time, NULL);
  return 1U + drawn[0] % 4U + drawn[1] % 2U + (unsigned)now.tv_usec % 4U +
         (unsigned)(seconds - now.tv_sec);
}

static void work(void) {
  for (unsigned left = rounds(); left > 0; left--) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  run_both(work, work);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// A child process ends when another thread has written to it, while main waits for the child.
//
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --threads os --reset fork --preemptions 0 %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void* feed(void* unused) {
  usleep(1);
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    char byte = 0;
    _exit(read(ends[0], &byte, 1) == 1 && byte == 'x' ? 3 : 4);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, feed, NULL);
  int status = 0;
  assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
  pthread_join(thread, NULL);
  return 0;
}

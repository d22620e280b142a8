// SPDX-License-Identifier: Apache-2.0
//
// A forked child ends as it likes: it returns from main, or from the function of the thread that
// has forked it, calls exit or pthread_exit; its handlers and thread-local destructors run.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions 0 --reset fork %t
// EXPECT: clean
// RUN: heddle run --preemptions 0 --threads os %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEFT_BY_KEY = 1, LEFT_BY_HANDLER = 2 };

static pthread_key_t key;
static int to_the_parent;
static int is_child;

static void tell(int what) {
  const char byte = (char)what;
  if (is_child) {
    assert(write(to_the_parent, &byte, 1) == 1);
  }
}

static void at_end_of_thread(void* unused) {
  (void)unused;
  tell(LEFT_BY_KEY);
}

static void at_end_of_process(void) { tell(LEFT_BY_HANDLER); }

// Whether this is the child.  The parent sees how it ends, and what it tells on the way.
static int forks(int status_expected, int told_expected) {
  int ends[2];
  assert(pipe(ends) == 0);
  to_the_parent = ends[1];
  const pid_t child = fork();
  if (child == 0) {
    is_child = 1;
    return 1;
  }
  close(ends[1]);
  int told = 0;
  for (char byte = 0; read(ends[0], &byte, 1) == 1;) {
    told |= byte;
  }
  close(ends[0]);
  int status = 0;
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == status_expected);
  assert(told == told_expected);
  return 0;
}

static void* thread(void* unused) {
  pthread_setspecific(key, &key);
  if (forks(0, LEFT_BY_KEY | LEFT_BY_HANDLER)) {
    return unused;
  }
  if (forks(0, LEFT_BY_KEY | LEFT_BY_HANDLER)) {
    pthread_exit(unused);
  }
  if (forks(5, LEFT_BY_HANDLER)) {
    exit(5);
  }
  return unused;
}

int main(void) {
  pthread_key_create(&key, at_end_of_thread);
  atexit(at_end_of_process);
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  if (forks(3, LEFT_BY_HANDLER)) {
    return 3;
  }
  return 0;
}

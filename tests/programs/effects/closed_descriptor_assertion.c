// SPDX-License-Identifier: Apache-2.0
//
// One thread closes a descriptor that another may still read from.  Each holds a lock of its own,
// so that nothing but the descriptor makes the two steps dependent.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reduction cache %t
// EXPECT: assertion preemptions=0
#include "../run_threads.h"

#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t closing = PTHREAD_MUTEX_INITIALIZER;
static int descriptor;

static void read_it(void) {
  char byte;
  pthread_mutex_lock(&reading);
  assert(pread(descriptor, &byte, 1, 0) == 1);
  pthread_mutex_unlock(&reading);
}

static void close_it(void) {
  pthread_mutex_lock(&closing);
  close(descriptor);
  pthread_mutex_unlock(&closing);
}

int main(void) {
  descriptor = open("/etc/passwd", O_RDONLY);
  run_both(read_it, close_it);
  return 0;
}

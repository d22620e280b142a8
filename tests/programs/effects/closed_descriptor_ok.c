// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of closed_descriptor_assertion: each thread has a descriptor of its own.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t closing = PTHREAD_MUTEX_INITIALIZER;
static int descriptor;
static int duplicate;

static void read_it(void) {
  char byte;
  pthread_mutex_lock(&reading);
  assert(pread(descriptor, &byte, 1, 0) == 1);
  pthread_mutex_unlock(&reading);
}

static void close_it(void) {
  pthread_mutex_lock(&closing);
  close(duplicate);
  pthread_mutex_unlock(&closing);
}

int main(void) {
  descriptor = open("/etc/passwd", O_RDONLY);
  duplicate = dup(descriptor);
  run_both(read_it, close_it);
  return 0;
}

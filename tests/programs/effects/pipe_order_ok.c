// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of pipe_order_assertion: the second thread begins when the first one has ended.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --preemptions all %t
// EXPECT: clean
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* send(void* letter) { return write(ends[1], letter, 1) == 1 ? NULL : letter; }

int main(void) {
  if (pipe(ends) != 0) {
    return 1;
  }
  pthread_t a;
  pthread_t b;
  pthread_create(&a, NULL, send, "a");
  pthread_join(a, NULL);
  pthread_create(&b, NULL, send, "b");
  pthread_join(b, NULL);
  char first = 0;
  assert(read(ends[0], &first, 1) == 1);
  assert(first == 'a');
  return 0;
}

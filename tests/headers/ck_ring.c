// SPDX-License-Identifier: Apache-2.0
//
// Concurrency Kit's ring: objects go from one thread to another, which changes them.
//
// Its loads and stores are volatile if it is told to leave its inline assembly (which no compiler's
// instrumentation sees: the objects would then seem to be passed on by nothing).  By the rules of C
// these do not synchronize; it is written for those who take it that they do.
//
// FLAGS: -O1 -DCK_USE_CC_BUILTINS=1 -lck
// RUN: heddle run --volatile-sync --executions 1000 --allow-incomplete %t
// EXPECT: nothing
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int objects[2];

static void* receive(void* argument) {
  for (int i = 0; i < 3; i++) {
    void* object;
    if (ck_ring_dequeue_spsc(&ring, buffer, &object)) {
      assert(*(int*)object == 1);
      *(int*)object = 2;
    }
  }
  return argument;
}

int main(void) {
  pthread_t receiver;
  ck_ring_init(&ring, 4);
  pthread_create(&receiver, NULL, receive, NULL);
  for (int i = 0; i < 2; i++) {
    objects[i] = 1;
    assert(ck_ring_enqueue_spsc(&ring, buffer, &objects[i]));
  }
  pthread_join(receiver, NULL);
  return 0;
}

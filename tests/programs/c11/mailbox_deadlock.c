// SPDX-License-Identifier: Apache-2.0
//
// C11 threads.  The sender looks whether anybody waits, then fills the box, and signals only if it
// saw somebody: two critical sections.
//
// One preemption, of the sender between the two, lets the receiver begin to wait unseen.  Without
// one the receiver waits before the look, or finds the box filled.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <threads.h>

static mtx_t mutex;
static cnd_t filled;
static int is_full, is_waiting;

static int receive(void* argument) {
  (void)argument;
  mtx_lock(&mutex);
  is_waiting = 1;
  while (!is_full) {
    cnd_wait(&filled, &mutex);
  }
  mtx_unlock(&mutex);
  return 0;
}

static int send(void* argument) {
  (void)argument;
  mtx_lock(&mutex);
  const int somebody = is_waiting;
  mtx_unlock(&mutex);
  mtx_lock(&mutex);
  is_full = 1;
  mtx_unlock(&mutex);
  if (somebody) {
    cnd_signal(&filled);
  }
  return 0;
}

int main(void) {
  thrd_t receiver, sender;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&filled);
  thrd_create(&receiver, receive, NULL);
  thrd_create(&sender, send, NULL);
  thrd_join(receiver, NULL);
  thrd_join(sender, NULL);
  cnd_destroy(&filled);
  mtx_destroy(&mutex);
  return 0;
}

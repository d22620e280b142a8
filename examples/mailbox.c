// SPDX-License-Identifier: Apache-2.0
//
// A mailbox for one message, without a lock: the sender fills it and raises a flag, the receiver
// waits for the flag.  The flag is raised with memory_order_relaxed, which says nothing about the
// message.  On most machines it works all the same, until a compiler or another processor puts the
// flag first.
//
//     heddle cc -g -O1 -pthread examples/mailbox.c -o mailbox
//     ./mailbox                      works
//     heddle run ./mailbox
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct Message {
  int account;
  int amount;
};

static struct Message message;
static atomic_int full;

static void* sender(void* unused) {
  (void)unused;
  message.account = 17;
  message.amount = 100;
  atomic_store_explicit(&full, 1, memory_order_relaxed);
  return NULL;
}

static void* receiver(void* unused) {
  (void)unused;
  while (atomic_load_explicit(&full, memory_order_acquire) == 0) {
  }
  assert(message.account == 17 && message.amount == 100);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, sender, NULL);
  pthread_create(&threads[1], NULL, receiver, NULL);
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

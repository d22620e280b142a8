// SPDX-License-Identifier: Apache-2.0
//
// The corrected twin of mailbox.c: the flag is raised with memory_order_release.  Whoever then
// reads it with memory_order_acquire also sees the message.
//
//     heddle cc -g -O1 -pthread examples/mailbox_fixed.c -o mailbox_fixed
//     heddle run ./mailbox_fixed
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
  atomic_store_explicit(&full, 1, memory_order_release);
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

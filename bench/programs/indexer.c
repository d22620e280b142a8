// SPDX-License-Identifier: Apache-2.0
// The hash table of Flanagan and Godefroid, "Dynamic Partial-Order Reduction for Model Checking
// Software" (POPL 2005): each thread puts four messages into a table that they share.  The argument
// is how many threads there are.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { kSize = 128, kMessages = 4, kMostThreads = 16 };

static atomic_int table[kSize];

static void* put_messages(void* argument) {
  const int thread = (int)(long)argument;
  for (int message = 1; message <= kMessages; ++message) {
    const int word = message * 11 + thread;
    int at = word * 7 % kSize;
    int expected = 0;
    while (!atomic_compare_exchange_strong(&table[at], &expected, word)) {
      expected = 0;
      at = (at + 1) % kSize;
    }
  }
  return NULL;
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : kMostThreads;
  pthread_t thread[kMostThreads];
  for (long i = 0; i < threads && i < kMostThreads; ++i) {
    pthread_create(&thread[i], NULL, put_messages, (void*)i);
  }
  for (int i = 0; i < threads && i < kMostThreads; ++i) {
    pthread_join(thread[i], NULL);
  }
  return 0;
}

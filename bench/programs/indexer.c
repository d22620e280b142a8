// SPDX-License-Identifier: Apache-2.0
// The hash table of Flanagan and Godefroid, "Dynamic Partial-Order Reduction for Model Checking
// Software" (POPL 2005): each thread puts four messages into a table that they share.  The argument
// is how many threads there are.  The table is emptied at the start, for `--reset loop`.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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

static void body(void* argument) {
  const int threads = *(const int*)argument;
  pthread_t thread[kMostThreads];
  memset((void*)table, 0, sizeof table);
  for (long i = 0; i < threads && i < kMostThreads; ++i) {
    pthread_create(&thread[i], NULL, put_messages, (void*)i);
  }
  for (int i = 0; i < threads && i < kMostThreads; ++i) {
    pthread_join(thread[i], NULL);
  }
}

int main(int argc, char** argv) {
  int threads = argc > 1 ? atoi(argv[1]) : kMostThreads;
  heddle_scenario(NULL, body, NULL, &threads);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// The file system of Flanagan and Godefroid, "Dynamic Partial-Order Reduction for Model Checking
// Software" (POPL 2005): each thread takes a free block for its inode.  The argument is how many
// threads there are.  All blocks are free again at the start, for `--reset loop`.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { kBlocks = 26, kInodes = 32, kMostThreads = 26 };

static pthread_mutex_t lock_of_inode[kInodes];
static pthread_mutex_t lock_of_block[kBlocks];
static int inode[kInodes];
static bool busy[kBlocks];

static void* take_block(void* argument) {
  const int i = (int)(long)argument % kInodes;
  pthread_mutex_lock(&lock_of_inode[i]);
  if (inode[i] == 0) {
    int block = i * 2 % kBlocks;
    for (bool found = false; !found; block = (block + 1) % kBlocks) {
      pthread_mutex_lock(&lock_of_block[block]);
      if (!busy[block]) {
        busy[block] = true;
        inode[i] = block + 1;
        found = true;
      }
      pthread_mutex_unlock(&lock_of_block[block]);
    }
  }
  pthread_mutex_unlock(&lock_of_inode[i]);
  return NULL;
}

static void setup(void* argument) {
  (void)argument;
  for (int i = 0; i < kInodes; ++i) {
    pthread_mutex_init(&lock_of_inode[i], NULL);
  }
  for (int i = 0; i < kBlocks; ++i) {
    pthread_mutex_init(&lock_of_block[i], NULL);
  }
}

static void body(void* argument) {
  const int threads = *(const int*)argument;
  pthread_t thread[kMostThreads];
  memset(inode, 0, sizeof inode);
  memset(busy, 0, sizeof busy);
  for (long i = 0; i < threads && i < kMostThreads; ++i) {
    pthread_create(&thread[i], NULL, take_block, (void*)i);
  }
  for (int i = 0; i < threads && i < kMostThreads; ++i) {
    pthread_join(thread[i], NULL);
  }
}

int main(int argc, char** argv) {
  int threads = argc > 1 ? atoi(argv[1]) : kMostThreads;
  heddle_scenario(setup, body, NULL, &threads);
  return 0;
}

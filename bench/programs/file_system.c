// SPDX-License-Identifier: Apache-2.0
//
// Processes that create files: each takes an inode and, if it has none yet, the first free block
// from a place that depends on the inode.  Every inode and every block has a lock.  After the
// example of C. Flanagan and P. Godefroid, "Dynamic partial-order reduction for model checking
// software".
//
//   file_system [PROCESSES [INODES [BLOCKS]]]     2 processes, 2 inodes and 2 blocks if not said
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { kMost = 8 };

static int inodes = 2;
static int blocks = 2;
static pthread_mutex_t inode_lock[kMost];
static pthread_mutex_t block_lock[kMost];
static int block_of[kMost];  // of an inode, from 1 on; 0: none
static int owner_of[kMost];  // of a block: an inode from 1 on; 0: it is free

// Gives the inode a block; -1 if none is free.
static int allocate(int inode) {
  for (int tried = 0; tried < blocks; ++tried) {
    const int block = (2 * inode + tried) % blocks;
    pthread_mutex_lock(&block_lock[block]);
    const int is_free = owner_of[block] == 0;
    if (is_free) {
      owner_of[block] = inode + 1;
      block_of[inode] = block + 1;
    }
    pthread_mutex_unlock(&block_lock[block]);
    if (is_free) {
      return block;
    }
  }
  return -1;
}

static void* create_file(void* number) {
  const int inode = (int)((intptr_t)number % inodes);
  pthread_mutex_lock(&inode_lock[inode]);
  if (block_of[inode] == 0) {
    allocate(inode);
  }
  pthread_mutex_unlock(&inode_lock[inode]);
  return NULL;
}

static int argument(int argc, char** argv, int at, int otherwise) {
  const int number = argc > at ? atoi(argv[at]) : otherwise;
  if (number < 1 || number > kMost) {
    exit(2);
  }
  return number;
}

int main(int argc, char** argv) {
  const int processes = argument(argc, argv, 1, 2);
  inodes = argument(argc, argv, 2, 2);
  blocks = argument(argc, argv, 3, 2);
  pthread_t threads[kMost];
  for (int i = 0; i < kMost; ++i) {
    pthread_mutex_init(&inode_lock[i], NULL);
    pthread_mutex_init(&block_lock[i], NULL);
  }
  for (int i = 0; i < processes; ++i) {
    pthread_create(&threads[i], NULL, create_file, (void*)(intptr_t)i);
  }
  for (int i = 0; i < processes; ++i) {
    pthread_join(threads[i], NULL);
  }
  for (int i = 0; i < inodes; ++i) {
    assert(block_of[i] == 0 || owner_of[block_of[i] - 1] == i + 1);
  }
  return 0;
}

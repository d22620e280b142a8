// SPDX-License-Identifier: Apache-2.0
//
// A lock in a page that is mapped twice is one lock, whichever address it is taken by; and the two
// flags of two_mappings_exit are never both unseen.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --preemptions all %t
// EXPECT: clean
#define _GNU_SOURCE
#include "../run_threads.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

struct page {
  pthread_mutex_t lock;
  atomic_int inside;
  atomic_int flag[2];
};

static struct page* here;
static struct page* there;
static int seen[2];
static int met;

static void first(void) {
  atomic_store(&here->flag[0], 1);
  seen[0] = atomic_load(&there->flag[1]);
  pthread_mutex_lock(&here->lock);
  met += atomic_fetch_add(&here->inside, 1);
  atomic_fetch_sub(&here->inside, 1);
  pthread_mutex_unlock(&here->lock);
}

static void second(void) {
  atomic_store(&here->flag[1], 1);
  seen[1] = atomic_load(&there->flag[0]);
  pthread_mutex_lock(&there->lock);
  met += atomic_fetch_add(&there->inside, 1);
  atomic_fetch_sub(&there->inside, 1);
  pthread_mutex_unlock(&there->lock);
}

int main(void) {
  const int file = memfd_create("page", 0);
  if (ftruncate(file, 4096) != 0) {
    return 1;
  }
  here = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  there = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  pthread_mutex_init(&here->lock, NULL);
  run_both(first, second);
  return seen[0] + seen[1] > 0 && met == 0 ? 0 : 1;
}

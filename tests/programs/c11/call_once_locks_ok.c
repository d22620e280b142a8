// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of call_once_locks_deadlock: the reader loads before it locks.
//
// RUN: heddle run %t
// EXPECT: clean
#include <threads.h>

static mtx_t mutex;
static once_flag loaded = ONCE_FLAG_INIT;
static int table;

static void load(void) {
  mtx_lock(&mutex);
  table = 7;
  mtx_unlock(&mutex);
}

static int read_table(void* argument) {
  (void)argument;
  call_once(&loaded, load);
  mtx_lock(&mutex);
  const int seen = table;
  mtx_unlock(&mutex);
  return seen;
}

static int warm_up(void* argument) {
  (void)argument;
  call_once(&loaded, load);
  return 0;
}

int main(void) {
  thrd_t reader, other;
  int seen = 0;
  mtx_init(&mutex, mtx_plain | mtx_recursive);
  thrd_create(&reader, read_table, NULL);
  thrd_create(&other, warm_up, NULL);
  thrd_join(reader, &seen);
  thrd_join(other, NULL);
  mtx_destroy(&mutex);
  return seen == 7 ? 0 : 1;
}

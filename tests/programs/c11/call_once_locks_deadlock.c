// SPDX-License-Identifier: Apache-2.0
//
// C11 threads.  The reader holds a (recursive) mutex when it makes sure that the table is loaded;
// the loader takes that mutex inside call_once.
//
// One preemption: the reader is left with the mutex, the other thread enters the once and blocks on
// the mutex, the reader blocks on the once.  Or the other thread is left inside the once.  Without
// a preemption whoever loads has the mutex and the once to itself.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
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
  mtx_lock(&mutex);
  call_once(&loaded, load);
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

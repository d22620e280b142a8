// SPDX-License-Identifier: Apache-2.0
//
// C11 threads; the condition is told before the result is there.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race
#include <stddef.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static int is_done, result;

static int work(void* argument) {
  (void)argument;
  mtx_lock(&mutex);
  is_done = 1;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
  result = 42;
  return 0;
}

int main(void) {
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_t worker;
  thrd_create(&worker, work, NULL);
  mtx_lock(&mutex);
  while (!is_done) {
    cnd_wait(&changed, &mutex);
  }
  mtx_unlock(&mutex);
  const int seen = result;
  thrd_join(worker, NULL);
  return seen == 0 || seen == 42 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// A thread that fails before its first visible operation, in some schedules.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int changed;

static void* late(void* unused) {
  assert(changed == 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

static void* early(void* unused) {
  pthread_mutex_lock(&m);
  changed = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, early, NULL);
  pthread_create(&b, NULL, late, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

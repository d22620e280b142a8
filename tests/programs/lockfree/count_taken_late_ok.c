// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of count_taken_late_use_after_free: a lock makes one step of the two.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
  atomic_int references;
  int value;
} Object;

static _Atomic(Object*) shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static Object* take(void) {
  pthread_mutex_lock(&mutex);
  Object* object = atomic_load(&shared);
  if (object != NULL) {
    atomic_fetch_add(&object->references, 1);
  }
  pthread_mutex_unlock(&mutex);
  return object;
}

static void give_back(Object* object) {
  if (atomic_fetch_sub(&object->references, 1) == 1) {
    free(object);
  }
}

static void read_value(void) {
  Object* object = take();
  if (object != NULL) {
    seen = object->value;
    give_back(object);
  }
}

static void drop(void) {
  pthread_mutex_lock(&mutex);
  Object* object = atomic_exchange(&shared, NULL);
  pthread_mutex_unlock(&mutex);
  give_back(object);
}

int main(void) {
  Object* object = malloc(sizeof *object);
  atomic_init(&object->references, 1);
  object->value = 7;
  atomic_init(&shared, object);
  run_both(read_value, drop);
  return seen == 0 || seen == 7 ? 0 : 1;
}

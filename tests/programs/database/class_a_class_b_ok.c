// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of class_a_class_b_deadlock: each class has a mutex of its own for its counter.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct class_of_operation {
  pthread_mutex_t mutex;
  int count;
};

static struct class_of_operation a = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct class_of_operation b = {PTHREAD_MUTEX_INITIALIZER, 0};

static void* perform(void* argument) {
  struct class_of_operation* own = argument;
  pthread_mutex_lock(&own->mutex);
  own->count++;
  if (own->count == 1) {
    pthread_mutex_lock(&lock);
  }
  pthread_mutex_unlock(&own->mutex);

  pthread_mutex_lock(&own->mutex);
  own->count--;
  if (own->count == 0) {
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_unlock(&own->mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, perform, &a);
  pthread_create(&second, NULL, perform, &b);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}

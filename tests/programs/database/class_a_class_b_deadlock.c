// SPDX-License-Identifier: Apache-2.0
//
// Operations of class A may run together, and so may those of class B, but not A and B at once.
// The first of a class takes `lock` for it, the last gives it back; `mutex` guards both counters.
// (Yang, Chen, Gopalakrishnan, Kirby: Inspect, Figure 3, with one thread of each class.)
//
// A thread that holds `mutex` may wait for `lock`, whose owner needs `mutex` to give it back.  One
// preemption: A is left between its two critical sections, B takes `mutex` and blocks on `lock`, A
// blocks on `mutex`.  Without one the first thread has given back `lock` when the second begins.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct class_of_operation {
  pthread_mutex_t* mutex;
  int count;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct class_of_operation a = {&mutex, 0};
static struct class_of_operation b = {&mutex, 0};

static void* perform(void* argument) {
  struct class_of_operation* own = argument;
  pthread_mutex_lock(own->mutex);
  own->count++;
  if (own->count == 1) {
    pthread_mutex_lock(&lock);
  }
  pthread_mutex_unlock(own->mutex);

  pthread_mutex_lock(own->mutex);
  own->count--;
  if (own->count == 0) {
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_unlock(own->mutex);
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

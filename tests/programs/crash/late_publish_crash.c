// SPDX-License-Identifier: Apache-2.0
//
// The table is announced in one critical section and published in the next.  Who sees the
// announcement in between follows a null pointer.
//
// One preemption, of the publisher between the two.  Without one the reader runs before both, and
// leaves, or after both.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: crash preemptions=1
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int announced;
static const int answer = 42;
static const int* volatile table;

static void* publish(void* argument) {
  pthread_mutex_lock(&mutex);
  announced = 1;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  table = &answer;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* read_table(void* argument) {
  int value = 42;
  pthread_mutex_lock(&mutex);
  if (announced) {
    value = *table;
  }
  pthread_mutex_unlock(&mutex);
  return value == 42 ? argument : NULL;
}

int main(void) {
  pthread_t publisher, reader;
  pthread_create(&publisher, NULL, publish, NULL);
  pthread_create(&reader, NULL, read_table, NULL);
  pthread_join(publisher, NULL);
  pthread_join(reader, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of late_publish_crash: what is announced is there.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int announced;
static const int answer = 42;
static const int* volatile table;

static void* publish(void* argument) {
  pthread_mutex_lock(&mutex);
  table = &answer;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  announced = 1;
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

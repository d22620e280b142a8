// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of mutex_before_items_deadlock: the consumer waits for an item, then locks.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <semaphore.h>

static sem_t items, lock;
static int buffer;

static void* consume(void* argument) {
  sem_wait(&items);
  sem_wait(&lock);
  buffer--;
  sem_post(&lock);
  return argument;
}

static void* produce(void* argument) {
  sem_wait(&lock);
  buffer++;
  sem_post(&lock);
  sem_post(&items);
  return argument;
}

int main(void) {
  sem_init(&items, 0, 0);
  sem_init(&lock, 0, 1);
  pthread_t consumer, producer;
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_join(consumer, NULL);
  pthread_join(producer, NULL);
  return buffer;
}

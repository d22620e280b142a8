// SPDX-License-Identifier: Apache-2.0
//
// The consumer takes the buffer's lock and then waits for an item; the producer needs the lock to
// make one.  If the consumer goes first, which is free when main blocks in join, both wait for
// good.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <pthread.h>
#include <semaphore.h>

static sem_t items, lock;
static int buffer;

static void* consume(void* argument) {
  sem_wait(&lock);
  sem_wait(&items);
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

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of last_out_unlocks_misuse: the room is a semaphore.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t count = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int inside;

static void* visit(void* argument) {
  pthread_mutex_lock(&count);
  if (++inside == 1) {
    sem_wait(&room);
  }
  pthread_mutex_unlock(&count);

  pthread_mutex_lock(&count);
  if (--inside == 0) {
    sem_post(&room);
  }
  pthread_mutex_unlock(&count);
  return argument;
}

int main(void) {
  sem_init(&room, 0, 1);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, visit, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}

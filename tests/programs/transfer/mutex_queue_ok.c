// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of mutex_queue_race: what is sent belongs to the receiver, who frees it.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sent = PTHREAD_COND_INITIALIZER;
static int* message;
static int received;

static void send(void) {
  int* mine = malloc(sizeof *mine);
  *mine = 41;
  *mine += 1;
  pthread_mutex_lock(&mutex);
  message = mine;
  pthread_cond_signal(&sent);
  pthread_mutex_unlock(&mutex);
}

static void receive(void) {
  pthread_mutex_lock(&mutex);
  while (message == NULL) {
    pthread_cond_wait(&sent, &mutex);
  }
  int* mine = message;
  pthread_mutex_unlock(&mutex);
  received = *mine;
  free(mine);
}

int main(void) {
  run_both(send, receive);
  return received == 0 ? 1 : 0;
}

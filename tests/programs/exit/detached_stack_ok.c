// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of detached_stack_misuse: main waits before the visit goes.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>
#include <semaphore.h>

struct session {
  pthread_mutex_t mutex;
  int requests;
};

static sem_t finished;

static void serve(struct session* session) {
  pthread_mutex_lock(&session->mutex);
  session->requests++;
  pthread_mutex_unlock(&session->mutex);
}

static void* serve_client(void* argument) {
  serve(argument);
  sem_post(&finished);
  return NULL;
}

int main(void) {
  struct session session = {PTHREAD_MUTEX_INITIALIZER, 0};
  pthread_t thread;
  sem_init(&finished, 0, 0);
  pthread_create(&thread, NULL, serve_client, &session);
  pthread_detach(thread);
  serve(&session);
  sem_wait(&finished);
  pthread_mutex_destroy(&session.mutex);
  return 0;
}

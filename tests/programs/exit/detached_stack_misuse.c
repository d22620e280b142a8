// SPDX-License-Identifier: Apache-2.0
//
// A detached thread uses a lock on main's stack, and main destroys it on its way out.  Main goes on
// after the creation and destroys the lock before it blocks on the semaphore; the thread then locks
// what is no lock any more: no preemption.
//
// RUN: heddle run %t
// EXPECT: misuse preemptions=0
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
  pthread_mutex_destroy(&session.mutex);
  sem_wait(&finished);
  return 0;
}

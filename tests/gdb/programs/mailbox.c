// SPDX-License-Identifier: Apache-2.0
//
// The receiver looks whether there is mail, and then waits, in two critical sections: the
// signal can fall in between, and is lost.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t box = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int letters;

static void* receive(void* argument) {
  pthread_mutex_lock(&box);
  int seen = letters;
  pthread_mutex_unlock(&box);
  if (seen == 0) {
    pthread_mutex_lock(&box);           // LINE: again
    pthread_cond_wait(&arrived, &box);  // LINE: wait
    pthread_mutex_unlock(&box);
  }
  return argument;
}

static void* send(void* argument) {
  pthread_mutex_lock(&box);
  ++letters;
  pthread_cond_signal(&arrived);  // LINE: signal
  pthread_mutex_unlock(&box);
  return argument;
}

int main(void) {
  pthread_t receiver;
  pthread_t sender;
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_create(&sender, NULL, send, NULL);
  pthread_join(receiver, NULL);  // LINE: join
  pthread_join(sender, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Uses something that heddle does not control; the argument says what.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void* nothing(void* argument) { return argument; }

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  if (strcmp(what, "alarm") == 0) {
    alarm(1000);
  } else if (strcmp(what, "cancel") == 0) {
    pthread_cancel(thread);
  } else if (strcmp(what, "robust") == 0) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
  }
  pthread_join(thread, NULL);
  return 0;
}

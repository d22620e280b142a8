// SPDX-License-Identifier: Apache-2.0
//
// main ends as a thread (pthread_exit); the last of its threads ends the execution.
#include "portrait.h"

static int seen = 3;

static void* work(void* unused) {
  pthread_mutex_lock(&reset_first);
  seen++;
  pthread_mutex_unlock(&reset_first);
  pthread_mutex_lock(&reset_second);
  pthread_mutex_unlock(&reset_second);
  return unused;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(seen == 3);
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
  }
  pthread_exit(NULL);
}

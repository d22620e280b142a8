// SPDX-License-Identifier: Apache-2.0
// A thread uses up its stack.
#include <pthread.h>
#include <stddef.h>

static int descend(int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  return depth == 0 ? 0 : descend(depth + 1) + room[0];
}

static void* go_down(void* argument) {
  *(int*)argument = descend(1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int result = 0;
  pthread_create(&thread, NULL, go_down, &result);
  pthread_join(thread, NULL);
  return 0;
}

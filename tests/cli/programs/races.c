// SPDX-License-Identifier: Apache-2.0
// Two threads add to a counter without a lock; with "benign" the program says that this is no
// bug.  Ends with 1 if an update is lost: one preemption, between a read and the write after it.
#include <heddle/heddle.h>
#include <pthread.h>
#include <string.h>

static int hits;

static void count_hit(void) { ++hits; }

static void* visitor(void* argument) {
  count_hit();
  return argument;
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "benign") == 0) {
    heddle_benign_race(&hits, sizeof hits, "statistics need not be exact");
  }
  pthread_t one;
  pthread_t two;
  pthread_create(&one, NULL, visitor, NULL);
  pthread_create(&two, NULL, visitor, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return hits == 2 ? 0 : 1;
}

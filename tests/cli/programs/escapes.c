// SPDX-License-Identifier: Apache-2.0
// Loses an update, with sequences that a terminal obeys wherever the program can say something: in
// its output, in the names of threads, objects and files, and in an assertion.
#define _GNU_SOURCE
#include "heddle/heddle.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

// C0 controls, DEL, C1 controls in UTF-8 and as a byte, a title, and what turns the direction of
// writing.
#define EVIL                                    \
  "\033[31mred\033]0;title\007\r\b\177\302\233" \
  "2J\233"                                      \
  "2J\342\200\256"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int hits;

#line 1 "evil\033[31m\302\233.c"
static int get(void) {
  pthread_mutex_lock(&mutex);
  const int value = hits;
  pthread_mutex_unlock(&mutex);
  return value;
}

static void* hit(void* argument) {
  pthread_setname_np(pthread_self(), "t\033[31m\302\233");
  const int value = get();
  pthread_mutex_lock(&mutex);
  hits = value + 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  heddle_name(&mutex, EVIL);
  puts(EVIL);
  fputs(EVIL "\n", stderr);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, hit, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(hits == 2 && EVIL);
  return 0;
}

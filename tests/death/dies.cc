// SPDX-License-Identifier: Apache-2.0
//
// A program that dies in one of many ways, in some of its schedules.
//
//     dies WAY WHERE [MARK]
//
// Two threads, a and b, and main take a lock; each time the one who holds it writes down its
// letter. When what is written is WHERE, as "abm", the holder dies.  WHERE can also be `start`, at
// the entry of main, or `end`, in an exit handler.  MARK is for those who look for processes that
// are left.
//
// A way that does not end the process by itself goes on, and the execution ends as it would.
#include "ways.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <pthread.h>

namespace {

constexpr int kTimes = 2;

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char history[2 * kTimes + 2];
const char* way;
const char* where;

void come_by(char who) {
  pthread_mutex_lock(&lock);
  history[strlen(history)] = who;
  if (strcmp(history, where) == 0) {
    die(way);
  }
  pthread_mutex_unlock(&lock);
}

void* thread(void* name) {
  for (int i = 0; i < kTimes; i++) {
    come_by(*static_cast<char*>(name));
  }
  return nullptr;
}

void at_end() {
  if (strcmp(where, "end") == 0) {
    die(way);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: dies WAY WHERE [MARK]\n");
    return 2;
  }
  way = argv[1];
  where = argv[2];
  atexit(at_end);
  if (strcmp(where, "start") == 0) {
    die(way);
  }
  char names[] = "ab";
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], nullptr, thread, &names[i]);
  }
  come_by('m');
  for (pthread_t one : threads) {
    pthread_join(one, nullptr);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Main leaves by pthread_exit, and whichever thread ends last runs the exit handlers and the
// destructors of static objects.  All threads have ended by then, main too and the detached one,
// so what they wrote without a lock is theirs: no race.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reduction none %t
// EXPECT: clean
#include <cstdlib>

#include <pthread.h>

static int of_threads[3];  // each written by one thread
static int total;

struct Log {
  ~Log() { total += of_threads[0]; }
};
static Log at_the_end;

struct Local {
  int* value;
  ~Local() { *value += 1; }
};
static thread_local Local local;

static void add_up() {
  for (const int each : of_threads) {
    total += each;
  }
}

static void* work(void* argument) {
  local.value = static_cast<int*>(argument);
  *local.value = 1;
  return nullptr;
}

int main() {
  std::atexit(add_up);
  int mine = 0;  // main's stack stays as long as the process
  pthread_t thread;
  pthread_create(&thread, nullptr, work, &of_threads[0]);
  pthread_create(&thread, nullptr, work, &of_threads[1]);
  pthread_detach(thread);
  pthread_create(&thread, nullptr, work, &mine);
  local.value = &of_threads[2];
  of_threads[2] = 1;
  pthread_exit(nullptr);
}

// SPDX-License-Identifier: Apache-2.0
// Main returns, and its exit handler reads what a detached thread writes: nothing says that the
// thread has ended by then, and where it has, nothing orders the two.  The twin is
// last_thread_handlers_ok.cc, in which main leaves by pthread_exit.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include <cstdlib>

#include <pthread.h>

static int of_thread;
static int total;

static void add_up() { total += of_thread; }

static void* work(void* /*argument*/) {
  of_thread = 1;
  return nullptr;
}

int main() {
  std::atexit(add_up);
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_detach(thread);
  return 0;
}

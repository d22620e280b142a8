// SPDX-License-Identifier: Apache-2.0
//
// Two things are initialised once each.  One thread begins with the network, whose initialiser
// needs the log; the other with the log, whose initialiser needs the network.
//
// One preemption, inside the first initialiser before it enters the second, lets the other thread
// enter that one.  Without one the first thread has initialised both when the second begins.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <pthread.h>

static pthread_once_t network = PTHREAD_ONCE_INIT;
static pthread_once_t log_file = PTHREAD_ONCE_INIT;

static void plain(void) {}

static void network_with_log(void) { pthread_once(&log_file, plain); }

static void log_with_network(void) { pthread_once(&network, plain); }

static void* connect(void* argument) {
  pthread_once(&network, network_with_log);
  return argument;
}

static void* report(void* argument) {
  pthread_once(&log_file, log_with_network);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, connect, NULL);
  pthread_create(&second, NULL, report, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}

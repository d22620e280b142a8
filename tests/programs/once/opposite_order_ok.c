// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of opposite_order_deadlock: the log needs nothing.
//
// RUN: heddle run %t
// EXPECT: clean
#include <pthread.h>

static pthread_once_t network = PTHREAD_ONCE_INIT;
static pthread_once_t log_file = PTHREAD_ONCE_INIT;

static void plain(void) {}

static void network_with_log(void) { pthread_once(&log_file, plain); }

static void* connect(void* argument) {
  pthread_once(&network, network_with_log);
  return argument;
}

static void* report(void* argument) {
  pthread_once(&log_file, plain);
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

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of word_never_changes_deadlock: the word is the flag.
//
// RUN: heddle run %t
// EXPECT: clean
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint word;
static int flag;

static int look(void) {
  pthread_mutex_lock(&mutex);
  const int seen = flag;
  pthread_mutex_unlock(&mutex);
  return seen;
}

static void* await(void* argument) {
  while (!look()) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  }
  return argument;
}

static void* raise_flag(void* argument) {
  pthread_mutex_lock(&mutex);
  flag = 1;
  atomic_store(&word, 1);
  pthread_mutex_unlock(&mutex);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return argument;
}

int main(void) {
  pthread_t waiter, setter;
  pthread_create(&waiter, NULL, await, NULL);
  pthread_create(&setter, NULL, raise_flag, NULL);
  pthread_join(waiter, NULL);
  pthread_join(setter, NULL);
  return 0;
}

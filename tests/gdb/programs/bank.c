// SPDX-License-Identifier: Apache-2.0
//
// Transfers lock the account they take from, then the one they give to: a deadlock.
#include <pthread.h>
#include <stddef.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 500};

static void transfer(struct account* from, struct account* to, int amount) {
  pthread_mutex_lock(&from->mutex);  // LINE: first
  from->balance -= amount;
  pthread_mutex_lock(&to->mutex);  // LINE: second
  to->balance += amount;
  pthread_mutex_unlock(&to->mutex);
  pthread_mutex_unlock(&from->mutex);
}

static void* save(void* argument) {
  transfer(&checking, &savings, 30);  // LINE: save
  return argument;
}

static void* spend(void* argument) {
  transfer(&savings, &checking, 7);  // LINE: spend
  return argument;
}

int main(void) {
  pthread_t saver;
  pthread_t spender;
  pthread_create(&saver, NULL, save, NULL);
  pthread_create(&spender, NULL, spend, NULL);
  pthread_join(saver, NULL);  // LINE: join
  pthread_join(spender, NULL);
  return 0;
}

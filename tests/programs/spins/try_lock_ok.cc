// SPDX-License-Identifier: Apache-2.0
//
// Locks that are taken by trying until they are free, without a word of yielding.  A try that
// fails is a read: the loop comes back to the same state, and waits.
//
// BUILD: heddle
// FLAGS: -O2
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <mutex>
#include <shared_mutex>

#include <semaphore.h>

namespace {

std::mutex plain;
std::shared_mutex shared;
pthread_spinlock_t spin;
sem_t one;
int counter;

void add() {
  while (!plain.try_lock()) {
  }
  ++counter;
  plain.unlock();
  while (!shared.try_lock_shared()) {
  }
  shared.unlock_shared();
  while (pthread_spin_trylock(&spin) != 0) {
  }
  pthread_spin_unlock(&spin);
}

void write() {
  while (!shared.try_lock()) {
  }
  ++counter;
  shared.unlock();
  while (sem_trywait(&one) != 0) {
  }
  sem_post(&one);
}

void add_and_wait() {
  pthread_spin_lock(&spin);
  plain.lock();
  ++counter;
  plain.unlock();
  pthread_spin_unlock(&spin);
}

void write_and_wait() {
  sem_wait(&one);
  shared.lock();
  ++counter;
  shared.unlock();
  sem_post(&one);
}

}  // namespace

int main() {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  sem_init(&one, 0, 1);
  run_both(add, add_and_wait);
  run_both(write, write_and_wait);
  return counter == 4 ? 0 : 1;
}

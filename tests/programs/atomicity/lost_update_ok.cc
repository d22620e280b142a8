// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of lost_update_exit: a deposit is one critical section.
//
// RUN: heddle run %t
// EXPECT: clean
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
int balance = 0;

void deposit(int amount) {
  std::lock_guard lock(mutex);
  balance += amount;
}

}  // namespace

int main() {
  std::thread first(deposit, 10);
  std::thread second(deposit, 20);
  first.join();
  second.join();
  return balance == 30 ? 0 : 1;
}

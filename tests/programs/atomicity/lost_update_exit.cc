// SPDX-License-Identifier: Apache-2.0
//
// A balance is read under the lock, and written back under the lock, but not under the same one.
// One preemption, between the two, loses the other's deposit.  Without one a deposit is made in one
// go.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: exit preemptions=1
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
int balance = 0;

int read_balance() {
  std::lock_guard lock(mutex);
  return balance;
}

void write_balance(int value) {
  std::lock_guard lock(mutex);
  balance = value;
}

void deposit(int amount) { write_balance(read_balance() + amount); }

}  // namespace

int main() {
  std::thread first(deposit, 10);
  std::thread second(deposit, 20);
  first.join();
  second.join();
  return balance == 30 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// One thread uses a number through std::atomic_ref, the other directly.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <atomic>

namespace {

int counter = 0;
double amount = 0;

void count() {
  std::atomic_ref(counter).fetch_add(1);
  std::atomic_ref(amount).fetch_add(0.5, std::memory_order_relaxed);
}

void count_too() { ++counter; }

}  // namespace

int main() {
  run_both(count, count_too);
  return counter == 2 && amount > 0.4 ? 0 : 1;
}

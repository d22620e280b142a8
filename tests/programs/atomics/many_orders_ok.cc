// SPDX-License-Identifier: Apache-2.0
//
// Message passing in every order that is strong enough, one after the other.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <atomic>
#include <cassert>

namespace {

std::atomic<int> flags[4];
int values[4];

void send() {
  values[0] = 1;
  flags[0].store(1, std::memory_order_release);
  values[1] = 1;
  flags[1].store(1);
  values[2] = 1;
  flags[2].fetch_add(1, std::memory_order_release);
  values[3] = 1;
  flags[3].exchange(1, std::memory_order_acq_rel);
}

void receive() {
  if (flags[0].load(std::memory_order_acquire)) {
    assert(values[0] == 1);
  }
  if (flags[1].load(std::memory_order_consume)) {
    assert(values[1] == 1);
  }
  if (flags[2].load()) {
    assert(values[2] == 1);
  }
  if (flags[3].fetch_or(0, std::memory_order_acquire)) {
    assert(values[3] == 1);
  }
}

}  // namespace

int main() { run_both(send, receive); }

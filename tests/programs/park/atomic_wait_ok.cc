// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of atomic_wait_deadlock: store, then notify.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
#include "../run_threads.h"

#include <atomic>

namespace {

std::atomic<int> state{0};

void wait() { state.wait(0); }

void set() {
  state.store(1);
  state.notify_one();
}

}  // namespace

int main() { run_both(wait, set); }

// SPDX-License-Identifier: Apache-2.0
//
// A pair that belongs together is kept in two atomics.  Preempted between the two stores, the
// writer shows half of it.  One preemption.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include "../run_threads.h"

#include <atomic>
#include <cassert>

namespace {

std::atomic<long> left{0}, right{0};

void write() {
  left.store(5);
  right.store(5);
}

void read() {
  const long seen_left = left.load();
  assert(seen_left == right.load() || seen_left == 0);
}

}  // namespace

int main() { run_both(write, read); }

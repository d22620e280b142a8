// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of wide_struct_assertion: one std::atomic of sixteen bytes.
//
// BUILD: heddle
// FLAGS: -O1 -mcx16 -latomic
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <atomic>
#include <cassert>

namespace {

struct Pair {
  long left, right;
};

std::atomic<Pair> pair{Pair{0, 0}};

void write() {
  Pair seen{0, 0};
  while (!pair.compare_exchange_weak(seen, Pair{5, 5})) {
  }
}

void read() {
  const Pair seen = pair.load();
  assert(seen.left == seen.right);
}

}  // namespace

int main() { run_both(write, read); }

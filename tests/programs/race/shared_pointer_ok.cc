// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of shared_pointer_race: each thread has a shared_ptr of its own, to the same
// object.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <memory>

namespace {

std::shared_ptr<int> shared = std::make_shared<int>(1);
std::shared_ptr<int> mine = shared;
int seen = 0;

void replace() { shared = std::make_shared<int>(2); }

void read() {
  std::shared_ptr<int> copy = std::move(mine);
  seen = *copy;
}

}  // namespace

int main() {
  run_both(replace, read);
  return seen == 1 || seen == 2 ? 0 : 1;
}

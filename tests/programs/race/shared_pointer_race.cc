// SPDX-License-Identifier: Apache-2.0
//
// Two threads use one std::shared_ptr: the count in it is atomic, the pointer is not.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <memory>

namespace {

std::shared_ptr<int> shared = std::make_shared<int>(1);
int seen = 0;

void replace() { shared = std::make_shared<int>(2); }

void read() {
  std::shared_ptr<int> copy = shared;
  seen = *copy;
}

}  // namespace

int main() {
  run_both(replace, read);
  return seen == 1 || seen == 2 ? 0 : 1;
}

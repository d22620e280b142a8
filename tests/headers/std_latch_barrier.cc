// SPDX-License-Identifier: Apache-2.0
//
// std::latch and std::barrier: what was written before is read after, without a lock.
//
// RUN: heddle run --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <barrier>
#include <cassert>
#include <latch>
#include <thread>

namespace {

std::latch ready(2);
int phases = 0;
void count_phase() noexcept { ++phases; }
std::barrier<void (*)() noexcept> barrier(2, count_phase);
int values[2];

void work(int me) {
  values[me] = 1;
  ready.arrive_and_wait();
  const int seen = values[1 - me];
  barrier.arrive_and_wait();
  values[me] = seen + phases;
  barrier.arrive_and_wait();
  assert(values[1 - me] == 2);
}

}  // namespace

int main() {
  std::thread other(work, 1);
  work(0);
  other.join();
  assert(phases == 2);
}

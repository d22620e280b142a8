// SPDX-License-Identifier: Apache-2.0
//
// boost::lockfree::queue, of fixed size and with nodes from the heap: two threads push and pop.
//
// Not a false alarm: a thread that takes a node off a list reads where it leads to, and another one
// may already have taken that node, and write into it.  The compare-exchange that follows fails
// then, and what was read is thrown away, but the member is a plain one: a data race by the rules
// of C++.
//
// FLAGS: -O1 -fno-inline
// RUN: heddle run %t
// EXPECT: race preemptions=1
// RUN: heddle run --suppressions %S/known.supp --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <cassert>
#include <thread>

#include <boost/lockfree/queue.hpp>

namespace {

boost::lockfree::queue<int, boost::lockfree::capacity<2>> fixed;
boost::lockfree::queue<int> growing(1);

int push_and_pop(int number) {
  assert(fixed.push(number));
  assert(growing.push(number));
  int from_fixed = 0;
  int from_growing = 0;
  assert(fixed.pop(from_fixed));
  assert(growing.pop(from_growing));
  return 10 * from_fixed + from_growing;
}

}  // namespace

int main() {
  int others = 0;
  std::thread other([&others] { others = push_and_pop(1); });
  const int mine = push_and_pop(2);
  other.join();
  assert(mine + others == 33);
  assert(fixed.empty() && growing.empty());
}

// SPDX-License-Identifier: Apache-2.0
//
// boost::lockfree::stack: one thread pushes what is on the heap, the other pops it and frees it.
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

#include <boost/lockfree/stack.hpp>

namespace {

boost::lockfree::stack<int*> stack(2);

void push(int number) { assert(stack.push(new int(number))); }

int pop() {
  int* object = nullptr;
  if (!stack.pop(object)) {
    return 0;
  }
  const int number = *object;
  delete object;
  return number;
}

}  // namespace

int main() {
  int seen = 0;
  std::thread other([&seen] { seen = pop() + pop(); });
  push(1);
  push(2);
  const int mine = pop();
  other.join();
  assert(seen + mine + pop() + pop() == 3);
}

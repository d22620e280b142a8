// SPDX-License-Identifier: Apache-2.0
//
// A ring of three locks: one thread takes a then b, another b then c, and main itself c then a.
//
// Without a preemption main takes and releases both of its locks before it blocks in join, and each
// thread then runs from its start to its end: nobody holds one lock while another runs.  One
// preemption is enough although three threads have to stand in the middle: main is preempted when
// it holds c; the second thread takes b and blocks on c (free), the first takes a and blocks on b
// (free), and main blocks on a.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <mutex>
#include <thread>

namespace {

std::mutex a, b, c;

void pass(std::mutex& first, std::mutex& second) {
  std::lock_guard hold_first(first);
  std::lock_guard hold_second(second);
}

}  // namespace

int main() {
  std::thread one(pass, std::ref(a), std::ref(b));
  std::thread two(pass, std::ref(b), std::ref(c));
  pass(c, a);
  one.join();
  two.join();
}

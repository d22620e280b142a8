// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of ring_of_three_deadlock: std::scoped_lock backs off instead of holding one
// lock while it waits for the other.
//
// RUN: heddle run %t
// EXPECT: clean
#include <mutex>
#include <thread>

namespace {

std::mutex a, b, c;

void pass(std::mutex& first, std::mutex& second) { std::scoped_lock hold(first, second); }

}  // namespace

int main() {
  std::thread one(pass, std::ref(a), std::ref(b));
  std::thread two(pass, std::ref(b), std::ref(c));
  pass(c, a);
  one.join();
  two.join();
}

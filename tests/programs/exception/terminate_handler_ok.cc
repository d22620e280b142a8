// SPDX-License-Identifier: Apache-2.0
//
// The handler that the program has set is the one that it is told of.
//
// RUN: heddle run %t
// EXPECT: clean
#include <cstdlib>
#include <exception>
#include <thread>

static void give_up() { std::abort(); }

int main() {
  std::set_terminate(give_up);
  std::thread other([] {});
  other.join();
  return std::get_terminate() == give_up ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// Two threads use the same static locals: one that is in this file alone, and one of an
// inline function.  What was done to make them is seen by who finds them made.
#include <cstdlib>
#include <thread>

struct Made {
  int value;
  explicit Made(int number) : value(number) {}
};

inline int two(int number) {
  static const Made made(number);
  return made.value;
}

static int one(int number) {
  static const Made made(number);
  return made.value;
}

int main() {
  int first = 0;
  int second = 0;
  std::thread a([&] { first = one(3) + one(4) + two(5); });
  std::thread b([&] { second = one(3) + two(5) + two(6); });
  a.join();
  b.join();
  return first == 11 && second == 13 ? EXIT_SUCCESS : EXIT_FAILURE;
}

// SPDX-License-Identifier: Apache-2.0
//
// The value of a future is an object that its maker goes on to change.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: race preemptions=0
#include <cassert>
#include <future>
#include <thread>

int main() {
  int value = 0;
  std::promise<int*> promise;
  std::thread maker([&] {
    promise.set_value(&value);
    value = 42;
  });
  const int seen = *promise.get_future().get();
  maker.join();
  return seen == 0 || seen == 42 ? 0 : 1;
}

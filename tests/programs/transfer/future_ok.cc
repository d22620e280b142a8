// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of future_race: what was written before set_value is ordered before what
// follows get, and what packaged_task and async return, too.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
#include <cassert>
#include <future>
#include <thread>

int main() {
  int value = 0;
  std::promise<int*> promise;
  std::thread maker([&] {
    value = 42;
    promise.set_value(&value);
  });
  const int seen = *promise.get_future().get();
  maker.join();
  assert(seen == 42);
  int other = 0;
  std::async(std::launch::async, [&other] { other = 1; }).get();
  assert(other == 1);
  return seen == 0 || seen == 42 ? 0 : 1;
}

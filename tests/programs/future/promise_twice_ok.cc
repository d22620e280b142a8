// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of promise_twice_uncaught: look and note are one critical section.
//
// RUN: heddle run %t
// EXPECT: clean
#include <future>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
bool answered = false;
std::promise<int> answer;

bool is_first() {
  std::lock_guard lock(mutex);
  const bool first = !answered;
  answered = true;
  return first;
}

void reply(int value) {
  if (is_first()) {
    answer.set_value(value);
  }
}

}  // namespace

int main() {
  std::future<int> future = answer.get_future();
  std::thread worker(reply, 1);
  std::thread canceller(reply, 2);
  worker.join();
  canceller.join();
  return future.get() > 0 ? 0 : 1;
}

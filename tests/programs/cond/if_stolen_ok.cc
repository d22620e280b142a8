// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of if_stolen_assertion: the consumer looks again when it is woken.
//
// RUN: heddle run %t
// EXPECT: clean
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable available;
int tokens = 0;

void consume() {
  std::unique_lock lock(mutex);
  while (tokens == 0) {
    available.wait(lock);
  }
  assert(tokens > 0);
  --tokens;
}

void produce() {
  for (int i = 0; i < 2; ++i) {
    std::lock_guard lock(mutex);
    ++tokens;
    available.notify_one();
  }
}

}  // namespace

int main() {
  std::thread first(consume);
  std::thread second(consume);
  std::thread producer(produce);
  first.join();
  second.join();
  producer.join();
}

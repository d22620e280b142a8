// SPDX-License-Identifier: Apache-2.0
//
// Two consumers, and a producer that makes two tokens, one at a time.  A consumer tests with `if`:
// when it is woken, another may have taken the token that it was woken for.
//
// The first consumer waits; the producer makes a token and signals; the second consumer takes the
// token; the first wakes to an empty pool.  The producer must not have made its second token by
// then, so it is left after its first, where it is enabled (the mutex is free): one preemption.
// All other switches are free: a consumer waits or ends.  Without a preemption the producer makes
// both tokens in one go.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
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
  if (tokens == 0) {
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

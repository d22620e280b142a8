// SPDX-License-Identifier: Apache-2.0
// What C++ programs are made of: threads, exceptions, virtual calls, static locals, containers.
#include "words.h"

#include <atomic>
#include <cstdio>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Square : Shape {
  int corners() const override { return 4; }
};

std::mutex mutex;
std::atomic<long> total{0};
thread_local int mine = 0;

Words& words() {
  static Words all;
  return all;
}

void work(int number) {
  mine = number;
  total.fetch_add(mine, std::memory_order_relaxed);
  const std::lock_guard<std::mutex> guard(mutex);
  words().push_back(std::to_string(number));
  if (number == 2) {
    throw std::runtime_error("two");
  }
}

}  // namespace

int main() {
  std::thread first([] { work(1); });
  std::thread second([] {
    try {
      work(2);
    } catch (const std::runtime_error& error) {
      total += error.what()[0] == 't' ? 10 : 20;
    }
  });
  first.join();
  second.join();
  const std::unique_ptr<Shape> shape = std::make_unique<Square>();
  std::printf("%ld %zu %d\n", total.load(), words().size(), shape->corners());
  return 0;
}

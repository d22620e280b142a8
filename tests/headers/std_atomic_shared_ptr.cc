// SPDX-License-Identifier: Apache-2.0
//
// std::atomic<std::shared_ptr>: one thread replaces the object, the other reads it.
//
// Not a false alarm: in libstdc++ 12 load() ends with a relaxed unlock, so its read of the pointer
// is not ordered before the next write of it.  One preemption, of main after it has made the
// thread: main is to store after the thread has loaded.
//
// FLAGS: -O1 -fno-inline
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: race preemptions=1
// RUN: heddle run --suppressions %S/known.supp --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

namespace {

std::atomic<std::shared_ptr<int>> current{std::make_shared<int>(1)};

}  // namespace

int main() {
  std::thread reader([] {
    const std::shared_ptr<int> seen = current.load();
    assert(*seen == 1 || *seen == 2);
  });
  current.store(std::make_shared<int>(2));
  reader.join();
  assert(*current.load() == 2);
}

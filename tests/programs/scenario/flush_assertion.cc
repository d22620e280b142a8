// SPDX-License-Identifier: Apache-2.0
//
// Threads count in a thread_local object whose destructor adds to the total.  The body reads the
// total when both say that they are done, and not when they have ended.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reset loop %t
// EXPECT: assertion preemptions=0
#include <cassert>
#include <mutex>
#include <semaphore>
#include <thread>

#include <heddle/heddle.h>

namespace {

std::mutex mutex;
int total;

struct Local {
  int count = 0;
  ~Local() {
    if (count != 0) {
      const std::lock_guard lock(mutex);
      total += count;
    }
  }
};

thread_local Local local;

int sum() {
  const std::lock_guard lock(mutex);
  return total;
}

void body(void* /*argument*/) {
  total = 0;
  std::counting_semaphore<2> done(0);
  const auto work = [&done] {
    local.count = 1;
    done.release();
  };
  std::thread first(work);
  std::thread second(work);
  done.acquire();
  done.acquire();
  const int read = sum();
  first.join();
  second.join();
  assert(read == 2);
}

}  // namespace

int main() {
  heddle_scenario(nullptr, body, nullptr, nullptr);
  return 0;
}

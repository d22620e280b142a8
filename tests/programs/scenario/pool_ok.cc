// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of pool_deadlock: the body looks under the lock.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reset loop %t
// EXPECT: clean
#include <condition_variable>
#include <mutex>
#include <thread>

#include <heddle/heddle.h>

namespace {

struct Pool {
  std::mutex mutex;
  std::condition_variable work;
  std::condition_variable done;
  int jobs = 0;
  int finished = 0;
  bool stopping = false;
  std::thread workers[2];

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      work.wait(lock, [this] { return jobs > 0 || stopping; });
      if (stopping) {
        return;
      }
      jobs--;
      finished++;
      done.notify_one();
    }
  }

  int count() {
    const std::lock_guard lock(mutex);
    return finished;
  }
};

void setup(void* argument) {
  auto* pool = static_cast<Pool*>(argument);
  for (std::thread& worker : pool->workers) {
    worker = std::thread([pool] { pool->run(); });
  }
}

void body(void* argument) {
  auto* pool = static_cast<Pool*>(argument);
  {
    const std::lock_guard lock(pool->mutex);
    pool->finished = 0;
    pool->jobs = 1;
    pool->work.notify_one();
  }
  std::unique_lock lock(pool->mutex);
  pool->done.wait(lock, [pool] { return pool->finished == 1; });
}

void teardown(void* argument) {
  auto* pool = static_cast<Pool*>(argument);
  {
    const std::lock_guard lock(pool->mutex);
    pool->stopping = true;
    pool->work.notify_all();
  }
  for (std::thread& worker : pool->workers) {
    worker.join();
  }
}

}  // namespace

int main() {
  Pool pool;
  heddle_scenario(setup, body, teardown, &pool);
  return 0;
}

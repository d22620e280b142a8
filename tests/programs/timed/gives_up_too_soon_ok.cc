// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of gives_up_too_soon_exit: a failure is reported only if the work is not done,
// and main takes it for what it is.
//
// RUN: heddle run %t
// EXPECT: clean
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable done;
bool is_done = false;
bool gave_up = false;

void await() {
  std::unique_lock lock(mutex);
  gave_up = !done.wait_for(lock, std::chrono::milliseconds(50), [] { return is_done; });
}

void work() {
  std::lock_guard lock(mutex);
  is_done = true;
  done.notify_one();
}

}  // namespace

int main() {
  std::thread waiter(await);
  std::thread worker(work);
  waiter.join();
  {
    std::unique_lock lock(mutex);
    done.wait(lock, [] { return is_done; });
  }
  worker.join();
  return is_done ? 0 : 1;
}

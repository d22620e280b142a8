// SPDX-License-Identifier: Apache-2.0
//
// A waiter whose time has run out reports failure without a look at the state: the work may be done
// by then.
//
// The waiter goes first and waits.  That its time runs out is a choice, before the worker has run
// or after it, and no preemption; main takes any failure for an error.
//
// RUN: heddle run %t
// EXPECT: exit preemptions=0
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
  if (done.wait_for(lock, std::chrono::milliseconds(50)) == std::cv_status::timeout) {
    gave_up = true;
  }
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
  worker.join();
  return gave_up ? 1 : 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of shutdown_missed_notify_deadlock: the wish is made under the queue's mutex.
//
// RUN: heddle run %t
// EXPECT: clean
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace {

class Pool {
 public:
  Pool() : worker_([this] { work(); }) {}

  void shut_down() {
    {
      std::lock_guard queue_lock(queue_);
      std::lock_guard lock(state_);
      stop_ = true;
    }
    wake_.notify_all();
    worker_.join();
  }

 private:
  bool is_stopping() {
    std::lock_guard lock(state_);
    return stop_;
  }

  void work() {
    std::unique_lock lock(queue_);
    for (;;) {
      while (jobs_.empty() && !is_stopping()) {
        wake_.wait(lock);
      }
      if (jobs_.empty()) {
        return;
      }
      jobs_.front()();
      jobs_.pop_front();
    }
  }

  std::mutex queue_;
  std::mutex state_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  bool stop_ = false;
  std::thread worker_;
};

}  // namespace

int main() {
  Pool pool;
  pool.shut_down();
}

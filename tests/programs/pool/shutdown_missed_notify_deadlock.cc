// SPDX-License-Identifier: Apache-2.0
//
// A thread pool: the worker holds the queue's mutex when it looks whether to stop, but the wish to
// stop is guarded by a mutex of its own.  If it is made between the worker's look and its wait, the
// notification is missed, and the join in shut_down never returns.
//
// Main goes on after it has created the worker: it has to be preempted for the worker to look
// before the wish is made (one), and the worker has to be preempted between its look and its wait
// (two).  With one preemption or none, either the look comes after the wish, or the wait before the
// notification.
//
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=2
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

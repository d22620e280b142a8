// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of channel_closed_early_use_after_free: closing waits until the worker has
// left.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include <condition_variable>
#include <mutex>
#include <thread>

#include <semaphore.h>

namespace {

sem_t alerted;

class Channel {
 public:
  // Called by the worker.
  void alert_application() {
    sem_post(&alerted);
    std::lock_guard lock(mutex_);
    ++processed_;
    changed_.notify_one();
  }

  // Called by main.
  void close() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return processed_ == 1; });
    closed_ = true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int processed_ = 0;
  bool closed_ = false;
};

}  // namespace

int main() {
  sem_init(&alerted, 0, 0);
  Channel* channel = new Channel;
  std::thread worker([channel] { channel->alert_application(); });
  sem_wait(&alerted);
  channel->close();
  worker.join();
  delete channel;
}

// SPDX-License-Identifier: Apache-2.0
//
// The bug of Figure 3 in Musuvathi and Qadeer, Iterative Context Bounding (PLDI 2007): main closes
// a channel and deletes it, and takes it that closing waits for the worker.
//
// The worker alerts the application, and then enters a critical section of the channel.  If it is
// preempted between the two, main closes and deletes the channel, and the worker is in an object
// that is gone.  This is the only preemption: when the worker has alerted it is enabled, and main
// can go on only then.  Without it the worker is done, and since closing takes the same lock, all
// it did is ordered before the delete.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: use_after_free preemptions=1
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
  }

  // Called by main.
  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
  }

 private:
  std::mutex mutex_;
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
  delete channel;
  worker.join();
}

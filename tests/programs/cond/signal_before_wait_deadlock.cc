// SPDX-License-Identifier: Apache-2.0
//
// A thread waits for a notification, not for a state.  If the notification comes first it is gone.
// When main blocks in join, which thread goes first is free: no preemption.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable arrived;

void wait_for_parcel() {
  std::unique_lock lock(mutex);
  arrived.wait(lock);
}

void bring_parcel() { arrived.notify_one(); }

}  // namespace

int main() {
  std::thread customer(wait_for_parcel);
  std::thread courier(bring_parcel);
  customer.join();
  courier.join();
}

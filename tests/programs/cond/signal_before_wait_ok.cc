// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of signal_before_wait_deadlock: the thread waits for a state.
//
// RUN: heddle run %t
// EXPECT: clean
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable arrived;
bool has_arrived = false;

void wait_for_parcel() {
  std::unique_lock lock(mutex);
  arrived.wait(lock, [] { return has_arrived; });
}

void bring_parcel() {
  std::lock_guard lock(mutex);
  has_arrived = true;
  arrived.notify_one();
}

}  // namespace

int main() {
  std::thread customer(wait_for_parcel);
  std::thread courier(bring_parcel);
  customer.join();
  courier.join();
}

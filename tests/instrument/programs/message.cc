// SPDX-License-Identifier: Apache-2.0
// A message is passed through an atomic flag, and a lock is taken on the way.  With an
// argument, the flag does not order anything, and the message is a race.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

int message;
int sum;
std::atomic<int> flag;
std::mutex lock;

void send(bool wrong) {
  message = 42;
  flag.store(1, wrong ? std::memory_order_relaxed : std::memory_order_release);
}

void receive() {
  if (flag.load(std::memory_order_acquire) == 0) {
    return;
  }
  const std::lock_guard<std::mutex> hold(lock);
  sum += message;
}

}  // namespace

int main(int argc, char**) {
  std::thread sender([&] { send(argc > 1); });
  std::thread receiver(receive);
  sender.join();
  receiver.join();
  return sum == 0 || sum == 42 ? 0 : 1;
}

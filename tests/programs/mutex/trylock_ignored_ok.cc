// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of trylock_ignored_misuse: only who got the lock unlocks it.
//
// RUN: heddle run %t
// EXPECT: clean
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;

void poll() {
  if (mutex.try_lock()) {
    mutex.unlock();
  }
}

}  // namespace

int main() {
  std::thread first(poll);
  std::thread second(poll);
  first.join();
  second.join();
}

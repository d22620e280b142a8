// SPDX-License-Identifier: Apache-2.0
//
// A lock is taken by trying until it is free.  Who finds nothing to do leaves it taken.  No
// preemption: whoever comes second finds nothing to do, and main tries for ever.
//
// BUILD: heddle
// RUN: heddle run --steps 400 %t
// EXPECT: livelock preemptions=0
#include "../run_threads.h"

#include <mutex>

namespace {

std::mutex mutex;
int left = 1;

void lock() {
  while (!mutex.try_lock()) {
  }
}

void take_one() {
  lock();
  if (left == 0) {
    return;
  }
  --left;
  mutex.unlock();
}

}  // namespace

int main() {
  run_both(take_one, take_one);
  lock();
  mutex.unlock();
}

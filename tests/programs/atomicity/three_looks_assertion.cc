// SPDX-License-Identifier: Apache-2.0
//
// A progress bar looks three times, and must never show all of 0, 1 and 2: this needs the order
// look, advance, look, advance, look.
//
// Each switch from the bar to the job, and the one back after the first advance, leaves a thread
// that is enabled, since the mutex is free or its own: three preemptions.  After the second advance
// the job ends, and the switch back is free.
//
// RUN: heddle run --preemptions 2 %t
// EXPECT: clean
// RUN: heddle run --preemptions 3 %t
// EXPECT: assertion preemptions=3
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
int progress = 0;

int look() {
  std::lock_guard lock(mutex);
  return progress;
}

void show() {
  const int first = look();
  const int second = look();
  const int third = look();
  assert(!(first == 0 && second == 1 && third == 2));
}

void work() {
  for (int i = 0; i < 2; ++i) {
    std::lock_guard lock(mutex);
    ++progress;
  }
}

}  // namespace

int main() {
  std::thread bar(show);
  std::thread job(work);
  bar.join();
  job.join();
}

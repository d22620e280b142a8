// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of three_looks_assertion: the job advances by two at once.
//
// RUN: heddle run %t
// EXPECT: clean
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
  std::lock_guard lock(mutex);
  progress += 2;
}

}  // namespace

int main() {
  std::thread bar(show);
  std::thread job(work);
  bar.join();
  job.join();
}

// SPDX-License-Identifier: Apache-2.0
//
// A function starts a thread and returns early if the thread has not got on yet: the destructor of
// a std::thread that is still joinable calls std::terminate.  Main goes on after the creation, so
// the early return is taken in the schedule without any preemption.
//
// RUN: heddle run %t
// EXPECT: uncaught preemptions=0
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
bool loaded = false;

void load() {
  std::lock_guard lock(mutex);
  loaded = true;
}

bool is_loaded() {
  std::lock_guard lock(mutex);
  return loaded;
}

bool start() {
  std::thread loader(load);
  if (!is_loaded()) {
    return false;
  }
  loader.join();
  return true;
}

}  // namespace

int main() { start(); }

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of joinable_destroyed_uncaught: the thread is joined on every path.
//
// RUN: heddle run %t
// EXPECT: clean
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
  std::jthread loader(load);
  if (!is_loaded()) {
    return false;
  }
  loader.join();
  return true;
}

}  // namespace

int main() { start(); }

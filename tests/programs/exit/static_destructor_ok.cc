// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of static_destructor_assertion: main waits for the thread.
//
// RUN: heddle run %t
// EXPECT: clean
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;

class Registry {
 public:
  ~Registry() {
    std::lock_guard lock(mutex);
    is_alive_ = false;
  }

  void use() {
    std::lock_guard lock(mutex);
    assert(is_alive_);
  }

 private:
  bool is_alive_ = true;
};

Registry registry;

}  // namespace

int main() {
  std::thread user([] { registry.use(); });
  user.join();
}

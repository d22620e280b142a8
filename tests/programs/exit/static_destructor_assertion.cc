// SPDX-License-Identifier: Apache-2.0
//
// A detached thread uses a static object, whose destructor runs when main has returned and the
// process is on its way out.
//
// Main is enabled all the way to the end: it has to be preempted when the destructor has begun to
// take the object down and the process has not ended.  Without a preemption the thread never runs.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
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
  user.detach();
}

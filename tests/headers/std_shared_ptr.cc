// SPDX-License-Identifier: Apache-2.0
//
// std::shared_ptr and std::weak_ptr: copies in two threads, and whoever drops the last one
// destroys.
//
// RUN: heddle run --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <cassert>
#include <memory>
#include <thread>

namespace {

struct Object {
  int left = 0;
  int right = 0;
  ~Object() { assert(left <= 1 && right <= 1); }
};

}  // namespace

int main() {
  auto shared = std::make_shared<Object>();
  std::weak_ptr<Object> weak = shared;
  std::thread other([mine = shared]() mutable {
    mine->left = 1;
    mine.reset();
  });
  std::thread looker([weak] {
    if (auto found = weak.lock()) {
      assert(found.use_count() >= 1);
    }
  });
  shared->right = 1;
  shared.reset();
  other.join();
  looker.join();
  assert(weak.expired());
}

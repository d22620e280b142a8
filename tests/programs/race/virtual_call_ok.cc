// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of virtual_call_race: the flag is released and acquired.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <atomic>
#include <memory>

namespace {

constexpr auto kBefore = std::memory_order_release;
constexpr auto kAfter = std::memory_order_acquire;

struct Shape {
  virtual int corners() const { return 0; }
  virtual ~Shape();
};

struct Square final : Shape {
  int corners() const override { return 4; }
};

alignas(Square) unsigned char memory[sizeof(Square)];
Shape* shape = nullptr;
std::atomic<bool> called{false};
int seen = 0;
int last_seen = 0;

// Asks, so that what the object is in its destructor matters.
[[gnu::noinline]] void look_at(const Shape& dying) { last_seen = dying.corners(); }

Shape::~Shape() { look_at(*this); }

void call() {
  seen = shape->corners();
  called.store(true, kBefore);
}

void destroy() {
  while (!called.load(kAfter)) {
  }
  std::destroy_at(shape);
}

}  // namespace

int main() {
  shape = new (memory) Square;
  run_both(call, destroy);
  return seen == 4 && last_seen == 0 ? 0 : 1;
}

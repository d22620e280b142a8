// SPDX-License-Identifier: Apache-2.0
// A deque whose owner works at one end while a thief steals from the other, after Chase and
// Lev: about 36 atomic operations by two threads.
#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

#include <heddle/heddle.h>

namespace {

class Deque {
 public:
  void push(int item) {
    const long bottom = bottom_.load(std::memory_order_relaxed);
    slot(bottom).store(item, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_release);
  }

  // The item that was pushed last; 0 if there is none.
  int pop() {
    const long last = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(last);
    long top = top_.load();
    if (top > last) {
      bottom_.store(last + 1);
      return 0;
    }
    int item = slot(last).load(std::memory_order_relaxed);
    if (top == last) {  // the thief may want it, too
      if (!top_.compare_exchange_strong(top, top + 1)) {
        item = 0;
      }
      bottom_.store(last + 1);
    }
    return item;
  }

  // The oldest item; 0 if there is none, or somebody else has got it.
  int steal() {
    long top = top_.load();
    if (top >= bottom_.load()) {
      return 0;
    }
    const int item = slot(top).load(std::memory_order_relaxed);
    return top_.compare_exchange_strong(top, top + 1) ? item : 0;
  }

 private:
  static constexpr long kSlots = 8;

  std::atomic<int>& slot(long at) { return slots_[at % kSlots]; }

  std::atomic<long> top_{0};
  std::atomic<long> bottom_{0};
  std::atomic<int> slots_[kSlots] = {};
};

constexpr int kItems = 3;
constexpr int kSteals = 3;

alignas(Deque) unsigned char memory[sizeof(Deque)];

// Each item must be taken once.
void body(void* /*argument*/) {
  auto* deque = new (memory) Deque;
  int taken[kItems + 1] = {};
  int stolen[kItems + 1] = {};
  std::thread thief([&] {
    for (int i = 0; i < kSteals; ++i) {
      ++stolen[deque->steal()];
    }
  });
  for (int i = 1; i <= kItems; ++i) {
    deque->push(i);
  }
  for (int i = 1; i <= kItems; ++i) {
    ++taken[deque->pop()];
  }
  thief.join();
  for (int item = deque->pop(); item != 0; item = deque->pop()) {
    ++taken[item];
  }
  for (int i = 1; i <= kItems; ++i) {
    if (taken[i] + stolen[i] != 1) {
      std::abort();
    }
  }
}

}  // namespace

int main() {
  heddle_scenario(nullptr, body, nullptr, nullptr);
  return 0;
}

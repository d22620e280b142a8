// SPDX-License-Identifier: Apache-2.0
// Executions one after the other, each of which begins as the one before: what is kept of it must
// not show in the fingerprint.
#include "order/trace_order.h"
#include "order/trace_testing.h"

#include <random>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace heddle::order {
namespace {

using namespace testing;

class Memory {
 public:
  ~Memory() { munmap(memory_, TraceOrder::bytes_needed()); }
  [[nodiscard]] base::Region region() const { return {memory_, TraceOrder::bytes_needed()}; }

 private:
  void* const memory_ = mmap(nullptr, TraceOrder::bytes_needed(), PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
};

class TraceOrderKept : public ::testing::Test {
 protected:
  // Both see the same executions; only one goes by what was before.
  void expect_same(const Log& log) {
    plain_.begin();
    plain_.add(log);
    order.follow(log);
    EXPECT_EQ(order.fingerprint(), plain_.fingerprint()) << "after " << ++executions_;
    EXPECT_EQ(order.steps(), log.size());
    EXPECT_EQ(order.overflowed(), plain_.overflowed());
  }

  Memory memory;
  TraceOrder order{memory.region()};

 private:
  Memory of_plain_;
  TraceOrder plain_{of_plain_.region()};
  int executions_ = 0;
};

// Steps of some threads on `objects` mutexes and as many variables; if they overlap, accesses of
// four and of eight bytes meet in a word.
class Steps {
 public:
  Steps(uint32_t seed, uint32_t objects, bool overlap)
      : random_(seed), objects_(objects), overlap_(overlap) {}

  uint32_t below(size_t end) { return static_cast<uint32_t>(random_() % end); }

  Event next(uint32_t threads) {
    const auto thread = static_cast<ThreadId>(below(threads));
    const uint32_t number = below(objects_);
    switch (below(8)) {
      case 0:
        return with(by(thread, OpKind::thread_create), static_cast<ThreadId>(below(threads)));
      case 1:
        return with(by(thread, OpKind::thread_join), static_cast<ThreadId>(below(threads)));
      case 2:
        return does(thread, OpKind::mutex_lock, static_cast<ObjectId>(number));
      case 3:
        return does(thread, OpKind::mutex_unlock, static_cast<ObjectId>(number));
      case 4:
        return by(thread, OpKind::quiesce);
      case 5:
        return access(thread, OpKind::atomic_store, number);
      default:
        return access(thread, OpKind::atomic_load, number);
    }
  }

 private:
  Event access(ThreadId thread, OpKind kind, uint32_t number) {
    Event event = does(thread, kind, static_cast<ObjectId>(objects_ + number));
    event.identity = 0x10000 + uint64_t{number} * (overlap_ ? 4 : 8);
    event.bytes = overlap_ && below(4) == 0 ? 8 : 4;
    event.value = below(2);
    return event;
  }

  std::mt19937 random_;
  const uint32_t objects_;
  const bool overlap_;
};

Log next_of(const Log& before, Steps& steps, uint32_t threads, size_t most) {
  Log log(before.begin(), before.begin() + steps.below(before.size() + 1));
  const size_t length = log.size() + steps.below(most - log.size());
  while (log.size() < length) {
    log.push_back(steps.next(threads));
  }
  return log;
}

Log some_of(Steps& steps, size_t count) {
  Log log;
  while (log.size() < count) {
    log.push_back(steps.next(3));
  }
  return log;
}

TEST_F(TraceOrderKept, IsNoOtherThanFromTheStart) {
  for (const uint32_t objects : {2, 5, 40}) {
    for (const uint32_t threads : {2, 4, 20}) {
      for (const bool overlap : {false, true}) {
        Steps steps(objects * 100 + threads, objects, overlap);
        Log log;
        for (int i = 0; i < 400; ++i) {
          log = next_of(log, steps, threads, 60);
          expect_same(log);
        }
      }
    }
  }
}

TEST_F(TraceOrderKept, EndsWhereThereIsNoMoreRoom) {
  Steps steps(7, 3, false);
  Log log;
  for (int i = 0; i < 200; ++i) {
    log = next_of(log, steps, 3, 700);
    expect_same(log);
  }
}

// Somebody else uses it in between, as far as it gets.
TEST_F(TraceOrderKept, IsForgottenWhenItBeginsAnew) {
  Steps steps(11, 4, false);
  Log log = some_of(steps, 50);
  expect_same(log);
  order.begin();
  Steps others(12, 6, true);
  for (int i = 0; i < 30; ++i) {
    order.add(others.next(5));
  }
  expect_same(log);
  log.back() = does(kA, OpKind::mutex_lock);
  expect_same(log);
}

TEST_F(TraceOrderKept, SeesEveryDifference) {
  Steps steps(13, 4, false);
  Log log = some_of(steps, 40);
  expect_same(log);
  for (size_t i = 0; i < log.size(); ++i) {
    Log other = log;
    other[i].result = 1;
    expect_same(other);
    expect_same(log);
  }
  log.resize(16);
  expect_same(log);
  expect_same({});
  expect_same(log);
}

}  // namespace
}  // namespace heddle::order

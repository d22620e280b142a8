// SPDX-License-Identifier: Apache-2.0
#include "order/trace_order.h"

#include "order/trace_testing.h"

#include <random>
#include <set>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace heddle::order {
namespace {

using namespace testing;

class TraceOrderTest : public ::testing::Test {
 protected:
  ~TraceOrderTest() override { munmap(memory_, TraceOrder::bytes_needed()); }

  Fingerprint of(const Log& log) {
    order.begin();
    order.add(log);
    EXPECT_FALSE(order.overflowed());
    return order.fingerprint();
  }

  void expect(bool equal, const Log& a, const Log& b, const char* why) {
    EXPECT_EQ(of(a) == of(b), equal) << why;
  }

 private:
  void* const memory_ = mmap(nullptr, TraceOrder::bytes_needed(), PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

 protected:
  TraceOrder order{base::Region(memory_, TraceOrder::bytes_needed())};
};

TEST_F(TraceOrderTest, IsTheSameWhereIndependentStepsAreSwapped) {
  const Event a = does(kA, OpKind::mutex_lock, kX);
  const Event b = does(kB, OpKind::mutex_lock, kY);
  expect(true, {a, b}, {b, a}, "two mutexes");
  const Event read_a = accesses(kA, OpKind::atomic_load, 0, 4);
  const Event read_b = accesses(kB, OpKind::atomic_load, 0, 4);
  const Event write_c = accesses(kC, OpKind::atomic_store, 0, 4);
  expect(true, {read_a, read_b, write_c}, {read_b, read_a, write_c}, "loads before a store");
  const Event post_a = does(kA, OpKind::sem_post);
  const Event post_b = does(kB, OpKind::sem_post);
  const Event wait_c = does(kC, OpKind::sem_wait);
  expect(true, {post_a, post_b, wait_c}, {post_b, post_a, wait_c}, "posts before a wait");
}

TEST_F(TraceOrderTest, IsAnotherWhereDependentStepsAreSwapped) {
  const Event a = does(kA, OpKind::mutex_lock, kX);
  const Event b = does(kB, OpKind::mutex_lock, kX);
  expect(false, {a, b}, {b, a}, "one mutex");
  const Event read = accesses(kA, OpKind::atomic_load, 0, 4);
  const Event write = accesses(kB, OpKind::atomic_store, 0, 4);
  expect(false, {read, write}, {write, read}, "a load and a store");
  const Event fails = accesses(kA, OpKind::atomic_cas, 0, 4, EAGAIN);
  expect(false, {fails, write}, {write, fails}, "a failed exchange and a store");
  const Event post = does(kA, OpKind::sem_post);
  const Event look = does(kB, OpKind::sem_getvalue);
  expect(false, {post, look}, {look, post}, "a post and a look");
  const Event exit = by(kA, OpKind::process_exit);
  expect(false, {exit, by(kB, OpKind::yield)}, {by(kB, OpKind::yield), exit}, "the end");
}

// a reads after b wrote, and the other way round; what each does is the same.
TEST_F(TraceOrderTest, TellsWhoSawWhat) {
  const Event write_x = accesses(kA, OpKind::atomic_store, 0, 4);
  const Event read_y = accesses(kA, OpKind::atomic_load, 8, 4);
  const Event write_y = accesses(kB, OpKind::atomic_store, 8, 4);
  const Event read_x = accesses(kB, OpKind::atomic_load, 0, 4);
  const std::vector<Log> orders = {{write_x, read_y, write_y, read_x},
                                   {write_y, read_x, write_x, read_y},
                                   {write_x, write_y, read_x, read_y}};
  for (size_t i = 0; i < orders.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      EXPECT_NE(of(orders[i]), of(orders[j])) << i << " and " << j;
    }
  }
  expect(true, orders[2], {write_y, write_x, read_y, read_x}, "both see both");
}

TEST_F(TraceOrderTest, HasAllChoices) {
  expect(false, {chooses(kA, 0)}, {chooses(kA, 1)}, "values");
  expect(true, {chooses(kA, 1), chooses(kB, 0)}, {chooses(kB, 0), chooses(kA, 1)}, "order");
  expect(false, {chooses(kA, 1), chooses(kB, 0)}, {chooses(kA, 0), chooses(kB, 1)}, "who");
  expect(false, {waits(kA, OpKind::cond_wake)}, {waits(kA, OpKind::cond_wake, ETIMEDOUT)},
         "a time-out");
}

TEST_F(TraceOrderTest, KnowsAThreadByWhoMadeIt) {
  const Event first = with(by(kA, OpKind::thread_create), kB);
  const Event second = with(by(kA, OpKind::thread_create), kC);
  const Event of_b = by(kB, OpKind::yield);
  const Event of_c = by(kC, OpKind::yield);
  expect(true, {first, of_b, second, of_c}, {first, second, of_c, of_b}, "order");
  expect(false, {first, second, of_b}, {first, second, of_c}, "which");
  expect(false, {first, of_b, with(by(kB, OpKind::thread_create), kC), of_c},
         {first, of_b, second, of_c}, "by whom");
}

// Whether bytes have been used in parts so far does not show.
TEST_F(TraceOrderTest, OfMemoryIsByBytes) {
  const Event low = accesses(kA, OpKind::atomic_store, 0, 4);
  const Event high = accesses(kB, OpKind::atomic_store, 4, 4);
  const Event whole = accesses(kC, OpKind::atomic_load, 0, 8);
  const Event odd = accesses(kC, OpKind::data_read, 3, 9);
  expect(true, {low, high}, {high, low}, "halves");
  expect(true, {low, high, whole}, {high, low, whole}, "halves, then all");
  expect(false, {low, whole, high}, {low, high, whole}, "all between the halves");
  expect(false, {low, odd, high}, {odd, low, high}, "a piece across");
  const Event far = accesses(kB, OpKind::atomic_store, 16, 4);
  expect(true, {low, far, odd, whole}, {far, low, odd, whole}, "beside it");
  const Event again = accesses(kA, OpKind::atomic_store, 0, 4);
  const Event byte = accesses(kB, OpKind::data_read, 2, 1);
  const Event other = accesses(kC, OpKind::data_read, 7, 1);
  expect(true, {low, other, again, byte}, {other, low, again, byte}, "parts before and after");
  expect(false, {low, byte, again}, {byte, low, again}, "a byte of it");
}

TEST_F(TraceOrderTest, OfAFutexIsWithItsWord) {
  Event wait = does(kA, OpKind::futex_wait, kX, kFallsAsleep);
  wait.identity = 0x10000;
  const Event store = accesses(kB, OpKind::atomic_store, 0, 4);
  const Event load = accesses(kB, OpKind::atomic_load, 0, 4);
  expect(false, {wait, store}, {store, wait}, "a store");
  expect(true, {wait, load}, {load, wait}, "a load");
}

TEST_F(TraceOrderTest, BeginsAnewHoweverOftenItHasBegun) {
  const Log log = {accesses(kA, OpKind::atomic_store, 0, 4), does(kB, OpKind::mutex_lock),
                   accesses(kB, OpKind::atomic_load, 0, 4), by(kA, OpKind::thread_end)};
  const Fingerprint first = of(log);
  for (uint32_t i = 0; i < TraceOrder::kGenerations + 2; ++i) {
    order.begin();
  }
  EXPECT_EQ(of(log), first);
  EXPECT_EQ(order.steps(), log.size());
}

TEST_F(TraceOrderTest, SaysWhenThereIsMoreThanItCanKeep) {
  order.begin();
  order.add(accesses(kA, OpKind::data_write, 0, uint32_t{1} << 23));
  EXPECT_TRUE(order.overflowed());
  of({by(kA, OpKind::yield)});
}

// Each half of the fingerprint is a good hash by itself: of 20,000 random logs, all different,
// the expected number of pairs with the same 32 bits is 20,000^2 / 2 / 2^32 = 0.05.
TEST_F(TraceOrderTest, HasNoBitsThatSayNothing) {
  std::mt19937_64 random(1);
  std::set<uint32_t> parts[4];
  constexpr size_t kLogs = 20000;
  std::set<std::vector<uint64_t>> logs;
  while (logs.size() < kLogs) {
    Log log;
    std::vector<uint64_t> word;
    for (int i = 0; i < 8; ++i) {
      word.push_back(random() % 18);
      log.push_back(accesses(static_cast<ThreadId>(word.back() % 3),
                             word.back() % 2 == 0 ? OpKind::atomic_store : OpKind::atomic_rmw, 0,
                             4));
    }
    if (!logs.insert(word).second) {
      continue;
    }
    const Fingerprint found = of(log);
    for (int part = 0; part < 4; ++part) {
      const uint64_t lane = part < 2 ? found.low : found.high;
      parts[part].insert(static_cast<uint32_t>(lane >> (part % 2 * 32)));
    }
  }
  std::set<std::vector<uint64_t>> different;
  for (std::vector<uint64_t> word : logs) {
    for (uint64_t& step : word) {
      step = step % 6;  // thread and kind
    }
    different.insert(word);
  }
  for (const std::set<uint32_t>& part : parts) {
    EXPECT_GE(part.size() + 3, different.size());
  }
}

}  // namespace
}  // namespace heddle::order

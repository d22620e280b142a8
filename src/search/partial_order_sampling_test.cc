// SPDX-License-Identifier: Apache-2.0
#include "search/conflict.h"
#include "search/testing.h"

#include <cmath>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using event::Operation;
using event::OpKind;
using explore::StrategyKind;

constexpr uint64_t kSamples = 40'000;

Operation write(uint32_t object) {
  return {.kind = OpKind::atomic_store, .object = static_cast<event::ObjectId>(object)};
}
Operation read(uint32_t object) {
  return {.kind = OpKind::atomic_load, .object = static_cast<event::ObjectId>(object)};
}

// Threads that exist from the start, and do these operations.
class Touching final : public explore::Subject {
 public:
  explicit Touching(std::vector<std::vector<Operation>> threads) : threads_(std::move(threads)) {}

  event::Outcome run(explore::Execution& execution) override {
    std::vector<size_t> done(threads_.size());
    for (;;) {
      std::vector<explore::Candidate> candidates;
      for (size_t i = 0; i < threads_.size(); ++i) {
        if (done[i] < threads_[i].size()) {
          candidates.push_back(
              {.thread = static_cast<event::ThreadId>(i), .operation = &threads_[i][done[i]]});
        }
      }
      event::Choice choice;
      if (!execution.next(candidates, choice) || !execution.done({})) {
        return execution.outcome();
      }
      ++done[event::index(choice.thread)];
    }
  }

 private:
  const std::vector<std::vector<Operation>> threads_;
};

// How often a's only operation comes after all four of b.
double share_of_bbbba(StrategyKind strategy, const Operation& a, const Operation& b) {
  explore::Settings settings = testing::settings_for(strategy);
  settings.max_executions = kSamples;
  settings.seed = 3;
  Touching subject({{a}, {b, b, b, b}});
  return static_cast<double>(testing::explore_all(settings, subject).counts()["bbbba"]) /
         static_cast<double>(kSamples);
}

// Five standard deviations, as in random_walk_test.cc.
void expect_share(double share, double p) {
  EXPECT_NEAR(share, p, 5 * std::sqrt(p * (1 - p) / static_cast<double>(kSamples)));
}

// A priority p that is kept is below four others with probability (1 - p)^4; over all p that
// is 1/5.  In a random walk it is 1/16.
TEST(PartialOrderSampling, AnOperationKeepsItsPriorityWhileOthersDoNotTouchIt) {
  const StrategyKind pos = StrategyKind::partial_order_sampling;
  expect_share(share_of_bbbba(pos, write(1), write(2)), 1. / 5);
  expect_share(share_of_bbbba(pos, read(1), read(1)), 1. / 5);
  expect_share(share_of_bbbba(StrategyKind::random_walk, write(1), write(2)), 1. / 16);
}

// After each step of b both draw anew.
TEST(PartialOrderSampling, AnOperationGetsANewPriorityWhenItsObjectIsTouched) {
  const StrategyKind pos = StrategyKind::partial_order_sampling;
  expect_share(share_of_bbbba(pos, write(1), write(1)), 1. / 16);
  expect_share(share_of_bbbba(pos, read(1), write(1)), 1. / 16);
  expect_share(share_of_bbbba(pos, write(1), read(1)), 1. / 16);
}

TEST(Conflict, NeedsACommonObjectAndMoreThanReading) {
  EXPECT_TRUE(may_conflict(write(1), write(1)));
  EXPECT_TRUE(may_conflict(write(1), read(1)));
  EXPECT_TRUE(may_conflict(read(1), write(1)));
  EXPECT_FALSE(may_conflict(read(1), read(1)));
  EXPECT_FALSE(may_conflict(write(1), write(2)));
  EXPECT_FALSE(may_conflict(Operation{}, Operation{}));
  const Operation wait{
      .kind = OpKind::cond_wait, .object = event::ObjectId{1}, .mutex = event::ObjectId{2}};
  const Operation lock{.kind = OpKind::mutex_lock, .object = event::ObjectId{2}};
  EXPECT_TRUE(may_conflict(wait, lock));
  EXPECT_TRUE(may_conflict(lock, wait));
}

}  // namespace
}  // namespace heddle::search

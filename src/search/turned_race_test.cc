// SPDX-License-Identifier: Apache-2.0
#include "search/turned_race.h"

#include "order/trace_testing.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using namespace order::testing;
using order::Mark;
using order::PartialOrder;

constexpr size_t kMostSteps = 16;
constexpr ObjectId kZ{7};

// a writes x and then z; b locks y; c locks y after it and writes x.  What a wrote and what c did
// are in a race at x.
class TurnedRaceTest : public ::testing::Test {
 protected:
  TurnedRaceTest()
      : memory_(std::make_unique_for_overwrite<std::byte[]>(bytes_)),
        region_(memory_.get(), bytes_),
        order_(region_, kMostSteps),
        race_region_(region_),
        race_(region_, kMostSteps),
        log_{writes(kA, kX),
             writes(kA, kZ),
             does(kB, OpKind::mutex_lock, kY),
             does(kB, OpKind::mutex_unlock, kY),
             does(kC, OpKind::mutex_lock, kY),
             writes(kC, kX)} {}

  static Event writes(ThreadId thread, ObjectId object) {
    Event event = does(thread, OpKind::atomic_store, object);
    event.bytes = 4;
    return event;
  }

  // The race turned round, as long as it is good.
  template <typename Take>
  void with_race(Take take) {
    ASSERT_TRUE(order_.follow(log_, 0, false));
    size_t races = 0;
    order_.for_each_race(5, [&](uint32_t a, const Mark& second) {
      ++races;
      EXPECT_EQ(a, 0U);
      race_.begin(order_, a, 5, second);
      take();
    });
    EXPECT_EQ(races, 1U);
  }

  [[nodiscard]] uint32_t place_of(size_t step) const {
    const Mark& mark = order_.mark(step);
    return race_.place_if_first(mark, bits_of(mark));
  }

  std::vector<uint32_t> written() {
    std::vector<uint32_t> steps;
    for (const TurnedRace::Step& step : race_.write_down()) {
      steps.push_back(step.step);
    }
    return steps;
  }

  const size_t bytes_ = PartialOrder::bytes_needed(kMostSteps) + 4096;
  std::unique_ptr<std::byte[]> memory_;  // most of it is never touched
  base::Region region_;
  PartialOrder order_;
  base::Region race_region_;  // of the race, for another one over the same memory
  TurnedRace race_;
  const Log log_;
};

TEST_F(TurnedRaceTest, HasWhatDoesNotDependOnTheFirstStepAndThenTheSecond) {
  with_race([&] { EXPECT_EQ(written(), (std::vector<uint32_t>{2, 3, 4, TurnedRace::kSecond})); });
}

TEST_F(TurnedRaceTest, BeginsWithWhatNeedNotComeAfterAnotherStepOfIt) {
  with_race([&] {
    EXPECT_EQ(place_of(2), 2U);
    EXPECT_EQ(place_of(4), TurnedRace::kNowhere);   // b has the lock before
    EXPECT_EQ(place_of(0), TurnedRace::kNowhere);   // c writes to x before
    EXPECT_EQ(place_of(1), TurnedRace::kNotThere);  // nobody else uses z
  });
}

TEST_F(TurnedRaceTest, StepsAreTakenAway) {
  with_race([&] {
    race_.remove(place_of(2));
    race_.remove(place_of(3));
    EXPECT_EQ(place_of(4), 4U);
    EXPECT_EQ(race_.last(), TurnedRace::kSecond);
    race_.remove(TurnedRace::kSecond);
    EXPECT_EQ(race_.last(), 4U);
    EXPECT_EQ(written(), (std::vector<uint32_t>{4}));
    race_.remove(4);
    EXPECT_EQ(race_.last(), TurnedRace::kNowhere);
  });
  // The next one has them again.
  with_race([&] { EXPECT_EQ(place_of(2), 2U); });
}

// As a process does that died, and whose memory the next one goes on with.
TEST_F(TurnedRaceTest, WhatAnotherHasTakenAwayIsForgotten) {
  TurnedRace other(race_region_, kMostSteps);
  with_race([&] {
    other.begin(order_, 0, 5, order_.mark(5));
    other.begin(order_, 0, 5, order_.mark(5));
    other.remove(2);  // in its second sequence, as the next one is here
  });
  race_.forget();
  with_race([&] { EXPECT_EQ(place_of(2), 2U); });
}

}  // namespace
}  // namespace heddle::search

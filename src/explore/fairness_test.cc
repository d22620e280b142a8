// SPDX-License-Identifier: Apache-2.0
#include "explore/fairness.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using event::ThreadId;

constexpr ThreadId kSpinner{0};
constexpr ThreadId kWorker{1};

ThreadSet set_of(std::initializer_list<size_t> threads) {
  ThreadSet set;
  for (const size_t thread : threads) {
    set.insert(thread);
  }
  return set;
}

class FairnessTest : public ::testing::Test {
 protected:
  Fairness make(uint32_t every) {
    memory_.assign(Fairness::bytes_needed(), std::byte{0});
    base::Region region(memory_.data(), memory_.size());
    return {region, every};
  }

  // One step of `thread` when 0 and 1 are enabled; whether it was allowed to.
  static bool step(Fairness& fairness, ThreadId thread, bool yields) {
    ThreadSet allowed;
    fairness.filter(set_of({0, 1}), allowed);
    const bool may = allowed.contains(event::index(thread));
    if (may) {
      fairness.stepped(thread, yields);
    }
    return may;
  }

 private:
  std::vector<std::byte> memory_;
};

// The first yield only begins the window; after the second the worker, enabled all
// the time and never run, comes first.
TEST_F(FairnessTest, AThreadThatYieldsTwiceLetsTheOthersGoFirst) {
  Fairness fairness = make(1);
  EXPECT_TRUE(step(fairness, kSpinner, true));
  EXPECT_TRUE(step(fairness, kSpinner, true));
  EXPECT_FALSE(step(fairness, kSpinner, true));
  EXPECT_TRUE(step(fairness, kWorker, false));
  EXPECT_TRUE(step(fairness, kSpinner, true));
}

// What it will do is told by its digest.
TEST_F(FairnessTest, HasTheSameDigestIfItKnowsTheSame) {
  const auto digest_after = [this](std::initializer_list<std::pair<ThreadId, bool>> steps) {
    Fairness fairness = make(1);
    for (const auto& [thread, yields] : steps) {
      EXPECT_TRUE(step(fairness, thread, yields));
    }
    ThreadSet allowed;
    fairness.filter(set_of({0, 1}), allowed);
    return fairness.digest();
  };
  EXPECT_EQ(digest_after({{kSpinner, false}, {kWorker, false}}), 0U);
  const uint64_t begun = digest_after({{kSpinner, true}});
  EXPECT_NE(begun, 0U);
  EXPECT_EQ(digest_after({{kWorker, false}, {kSpinner, true}}), begun);
  const uint64_t worker_has_run = digest_after({{kSpinner, true}, {kWorker, false}});
  EXPECT_NE(worker_has_run, begun);
  EXPECT_EQ(digest_after({{kSpinner, true}, {kWorker, false}, {kWorker, false}}), worker_has_run);
  EXPECT_NE(digest_after({{kSpinner, true}, {kSpinner, true}}), begun);
}

// Whoever comes back to a pause as it was does not count, and need not be counted.
TEST_F(FairnessTest, ActsOnEachPauseThatAThreadComesBackTo) {
  Fairness fairness = make(8);
  EXPECT_TRUE(step(fairness, kSpinner, true));
  for (int i = 0; i < 2; ++i) {
    fairness.comes_back();
    EXPECT_TRUE(step(fairness, kSpinner, true));
  }
  EXPECT_FALSE(step(fairness, kSpinner, true));
  EXPECT_FALSE(fairness.acts_by_count());
  EXPECT_TRUE(step(fairness, kWorker, false));
  for (int i = 0; i < 7; ++i) {
    EXPECT_TRUE(step(fairness, kSpinner, true));  // which are counted, and from the pause on
  }
  EXPECT_FALSE(fairness.acts_by_count());
}

TEST_F(FairnessTest, SaysThatItActsByCount) {
  Fairness fairness = make(2);
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(fairness.acts_by_count());
    EXPECT_TRUE(step(fairness, kSpinner, true));
  }
  EXPECT_FALSE(step(fairness, kSpinner, true));
  EXPECT_TRUE(fairness.acts_by_count());
}

TEST_F(FairnessTest, ActsOnEveryKthYieldOnly) {
  Fairness fairness = make(8);
  for (int i = 0; i < 16; ++i) {
    EXPECT_TRUE(step(fairness, kSpinner, true)) << i;
  }
  EXPECT_FALSE(step(fairness, kSpinner, true));
}

TEST_F(FairnessTest, ThreadsThatDoNotYieldAreFree) {
  Fairness fairness = make(1);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(step(fairness, kSpinner, false));
  }
}

// Two threads that yield to each other: somebody may always go on.
TEST_F(FairnessTest, NeverTakesEveryChoice) {
  Fairness fairness = make(1);
  for (int i = 0; i < 1000; ++i) {
    ThreadSet allowed;
    fairness.filter(set_of({0, 1, 2}), allowed);
    ASSERT_FALSE(allowed.empty());
    ThreadId chosen{2};
    for (size_t thread = 0; thread < 3; ++thread) {
      if (allowed.contains((thread + static_cast<size_t>(i) * 7) % 3)) {
        chosen = static_cast<ThreadId>((thread + static_cast<size_t>(i) * 7) % 3);
        break;
      }
    }
    fairness.stepped(chosen, true);
  }
}

// A thread that the spinner disables (by taking what it waits for) counts as
// starved too.
TEST_F(FairnessTest, AThreadThatTheSpinnerDisabledComesFirstOnceItCan) {
  Fairness fairness = make(1);
  ThreadSet allowed;
  fairness.filter(set_of({0, 1}), allowed);
  fairness.stepped(kSpinner, true);
  fairness.filter(set_of({0, 1}), allowed);
  fairness.stepped(kSpinner, false);
  fairness.filter(set_of({0}), allowed);  // that step disabled the worker
  fairness.stepped(kSpinner, true);
  fairness.filter(set_of({0}), allowed);
  EXPECT_TRUE(allowed.contains(0));
  fairness.stepped(kSpinner, false);
  EXPECT_TRUE(fairness.filter(set_of({0, 1}), allowed));
  EXPECT_FALSE(allowed.contains(0));
}

}  // namespace
}  // namespace heddle::explore

// SPDX-License-Identifier: Apache-2.0
#include "explore/await_table.h"

#include "explore/testing.h"

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using What = event::AwaitRecord::What;

constexpr uint64_t kState = 11;
constexpr uint64_t kOther = 13;

Settings with_awaits() {
  Settings settings;
  settings.awaits = true;
  settings.step_limit = 100;
  return settings;
}

class AwaitTable : public ::testing::Test {
 protected:
  void ask(uint64_t state, uint64_t value) {
    arena_->journal.save(arena_->awaits.size_word());
    base::Region region(memory_, sizeof memory_);
    base::List<event::AwaitRecord> asked(region, 4);
    asked.push_back(
        {.state = state, .value = event::index(event::expected_by(value)), .what = What::asked});
    keep_asked(*arena_, asked, true);
  }
  // As if an execution had found it out.
  bool learn(uint64_t state, uint64_t value, bool comes_back) {
    arena_->awaits_now.clear();
    note_await(*arena_, state, value, comes_back);
    return keep_awaits(*arena_);
  }

  testing::TestArena arena_{with_awaits(), size_t{1} << 24};
  alignas(16) std::byte memory_[1024] = {};
};

TEST_F(AwaitTable, KnowsWhatWasFoundOutOfEachStateAndValue) {
  EXPECT_EQ(await_number(*arena_, kState), 0U);
  EXPECT_FALSE(learn(kState, 1, true));
  EXPECT_FALSE(learn(kState, 2, false));
  EXPECT_NE(await_number(*arena_, kState), 0U);
  EXPECT_EQ(await_number(*arena_, kOther), 0U);
  EXPECT_EQ(find_await(*arena_, kState, 1)->what, What::comes_back);
  EXPECT_EQ(find_await(*arena_, kState, 2)->what, What::leads_on);
  EXPECT_EQ(find_await(*arena_, kState, 3), nullptr);
  EXPECT_EQ(find_await(*arena_, kOther, 1), nullptr);
  const order::Awaits awaits = arena_->awaited();
  EXPECT_EQ(awaits.with(kState, event::expected_by(1)), What::comes_back);
  EXPECT_EQ(awaits.with(kState, event::expected_by(2)), What::leads_on);
  EXPECT_EQ(awaits.with(kState, event::expected_by(3)), What::state);
}

TEST_F(AwaitTable, BelievesWhatWasNotedLast) {
  note_await(*arena_, kState, 1, false);
  note_await(*arena_, kState, 1, true);
  EXPECT_EQ(find_await(*arena_, kState, 1)->what, What::comes_back);
  EXPECT_FALSE(keep_awaits(*arena_));
  arena_->awaits_now.clear();
  EXPECT_EQ(find_await(*arena_, kState, 1)->what, What::comes_back);
}

// A reduction has taken the thread to go on.
TEST_F(AwaitTable, BeginsAnewIfAGuessWasWrong) {
  EXPECT_FALSE(learn(kState, 1, true));
  ask(kState, 2);
  ask(kState, 3);
  EXPECT_TRUE(arena_->awaited().is_asked(kState, event::expected_by(2)));
  EXPECT_FALSE(arena_->awaited().is_asked(kState, event::expected_by(4)));
  EXPECT_FALSE(learn(kState, 2, false));
  EXPECT_FALSE(learn(kState, 4, true));
  EXPECT_TRUE(learn(kState, 3, true));
  EXPECT_FALSE(arena_->record().awaits_lost);
}

TEST_F(AwaitTable, ForgetsWhatIsRolledBack) {
  arena_->journal.commit();
  EXPECT_FALSE(learn(kState, 1, true));
  arena_->journal.rollback();
  arena_->awaits_now.clear();
  EXPECT_EQ(find_await(*arena_, kState, 1), nullptr);
  EXPECT_EQ(await_number(*arena_, kState), 0U);
}

TEST_F(AwaitTable, GivesUpWhereThereAreMoreTrialsThanExecutions) {
  for (uint64_t value = 1; awaits_are_on(*arena_) && value < 10'000; ++value) {
    (void)learn(kState + value, value, true);
    arena_->journal.commit();
  }
  EXPECT_FALSE(awaits_are_on(*arena_));
  EXPECT_GT(arena_->kept().trials, 1000U);
}

TEST_F(AwaitTable, KeepsSitesOnce) {
  note_await_site(*arena_, 0x1000);
  note_await_site(*arena_, 0x1000);
  EXPECT_TRUE(has_new_await_site(*arena_));
  keep_await_sites(*arena_);
  EXPECT_TRUE(is_await_site(*arena_, 0x1000));
  EXPECT_FALSE(is_await_site(*arena_, 0x2000));
  EXPECT_EQ(arena_->await_sites.size(), 1U);
  EXPECT_FALSE(has_new_await_site(*arena_));
}

}  // namespace
}  // namespace heddle::explore

// SPDX-License-Identifier: Apache-2.0
#include "supervise/handover.h"

#include "explore/testing.h"
#include "search/strategies.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace heddle::supervise {
namespace {

using explore::StrategyKind;
using explore::testing::Counting;
using explore::testing::Scratch;
using process::Arena;
using TestArena = explore::OwnArenaOf<Arena>;
using explore::testing::Words;

constexpr uint32_t kBound = 3;

explore::Settings settings_for(StrategyKind strategy, uint32_t workers) {
  explore::Settings settings;
  settings.strategy = strategy;
  settings.max_preemptions = kBound;
  settings.step_limit = 100;
  settings.workers = workers;
  return settings;
}

// Three threads of four steps.
class Explored {
 public:
  explicit Explored(const explore::Settings& settings)
      : arena_(settings, size_t{1} << 24), subject_({4, 4, 4}) {}

  // At most so many executions; false if there is nothing left within the bound.
  bool run(uint64_t executions) {
    search::StrategySlot slot;
    explore::Strategy& strategy = search::attach_strategy(*arena_, slot);
    explore::Explorer explorer(*arena_, strategy, &words_);
    for (; executions > 0; --executions) {
      if (!explorer.begin()) {
        explorer.commit();
        return false;
      }
      base::Region region = scratch_.region();
      explore::Execution execution(region, region, 8, strategy, arena_->plan, arena_->log, {});
      explorer.end(subject_.run(execution));
      explorer.commit();
    }
    return true;
  }

  Arena& arena() { return *arena_; }
  explore::Strategy& strategy() { return search::attach_strategy(*arena_, slot_); }
  explore::SharesWork& work() { return shared_work_of(strategy()); }
  uint64_t waiting_now() { return strategy().coverage().waiting_now; }
  [[nodiscard]] const std::vector<Words::Word>& words() const { return words_.words; }

 private:
  TestArena arena_;
  search::StrategySlot slot_;
  Counting subject_;
  Words words_;
  Scratch scratch_;
};

std::vector<std::string> texts_of(const std::vector<const Explored*>& explored) {
  std::vector<std::string> texts;
  for (const Explored* one : explored) {
    for (const Words::Word& word : one->words()) {
      texts.push_back(word.text);
    }
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::vector<std::string> all_texts(StrategyKind strategy) {
  Explored alone(settings_for(strategy, 1));
  EXPECT_FALSE(alone.run(1'000'000));
  return texts_of({&alone});
}

void begin_with_nothing(Explored& worker, Explored& other) {
  explore::Strategy& strategy = worker.strategy();
  shared_work_of(strategy).begin_with_nothing(other.work().progress());
  explore::Explorer(worker.arena(), strategy).commit();
}

// As somebody does who is killed before it counts.
void take_one(Explored& giver) {
  std::vector<std::byte> memory(4096);
  base::Region region(memory.data(), memory.size());
  explore::Work gone(region, 16);
  giver.work().take(1, gone);
}

class HandoverTest : public ::testing::TestWithParam<StrategyKind> {};

// From whoever has something to whoever has nothing, at random moments.
TEST_P(HandoverTest, EveryExecutionIsDoneByOneOfThem) {
  std::mt19937 random(5);
  const std::vector<std::string> expected = all_texts(GetParam());
  for (int round = 0; round < 10; ++round) {
    Explored a(settings_for(GetParam(), 2));
    Explored b(settings_for(GetParam(), 2));
    begin_with_nothing(b, a);
    uint64_t number = 0;
    uint64_t moved = 0;
    for (bool over = false; !over;) {
      const bool a_has = a.run(random() % 40);
      const bool b_has = b.run(random() % 40);
      moved += hand_over(a.arena(), b.arena(), ++number);
      moved += hand_over(b.arena(), a.arena(), ++number);
      if (!a_has && !b_has && a.waiting_now() + b.waiting_now() == 0) {
        over = !a.work().has_next_bound() && !b.work().has_next_bound();
        for (Explored* worker : {&a, &b}) {
          explore::Strategy& strategy = worker->strategy();
          shared_work_of(strategy).begin_next_bound();
          explore::Explorer(worker->arena(), strategy).commit();
        }
      }
    }
    EXPECT_EQ(texts_of({&a, &b}), expected);
    EXPECT_GT(moved, 0U);
    EXPECT_GT(b.words().size(), 0U);
    EXPECT_TRUE(a.arena().intact());
  }
}

// We are killed after the taker has committed, and before the giver has.
TEST_P(HandoverTest, IsCompletedIfItWasTaken) {
  Explored a(settings_for(GetParam(), 2));
  Explored b(settings_for(GetParam(), 2));
  begin_with_nothing(b, a);
  a.run(1);
  const uint64_t before = a.waiting_now();
  a.arena().kept().giving = 7;
  take_one(a);
  b.arena().counters().taken = 7;
  settle_handovers({&a.arena(), &b.arena()});
  EXPECT_EQ(a.waiting_now(), before - 1);
  EXPECT_EQ(a.arena().kept().giving, 0U);
}

TEST_P(HandoverTest, IsUndoneIfItWasNot) {
  Explored a(settings_for(GetParam(), 2));
  Explored b(settings_for(GetParam(), 2));
  begin_with_nothing(b, a);
  a.run(1);
  const uint64_t before = a.waiting_now();
  a.arena().kept().giving = 7;
  take_one(a);
  settle_handovers({&a.arena(), &b.arena()});
  EXPECT_EQ(a.waiting_now(), before);
}

// We are killed when only one of them has gone on to the next bound.
TEST(Bounds, AreTheSameWhenASearchIsTakenUp) {
  Explored a(settings_for(StrategyKind::preemption_bound, 2));
  Explored b(settings_for(StrategyKind::preemption_bound, 2));
  begin_with_nothing(b, a);
  while (a.run(1'000'000) || b.run(1'000'000)) {
  }
  hand_over(a.arena(), b.arena(), 1);
  go_to_next_bound(a.arena());
  EXPECT_EQ(b.work().progress().bound + 1, a.work().progress().bound);
  EXPECT_TRUE(settle_bounds({&a.arena(), &b.arena()}));
  EXPECT_EQ(b.work().progress().bound, a.work().progress().bound);
  EXPECT_TRUE(b.arena().journal.empty());
}

// Only who has nothing left can have been killed on its way to the next bound.
TEST(Bounds, AreNotOfOneMomentIfTheLowerOneHasWork) {
  Explored a(settings_for(StrategyKind::preemption_bound, 2));
  Explored b(settings_for(StrategyKind::preemption_bound, 2));
  begin_with_nothing(b, a);
  go_to_next_bound(b.arena());
  a.run(1);
  EXPECT_FALSE(settle_bounds({&a.arena(), &b.arena()}));
}

// One of two files is put back as it was before work went from one to the other.
TEST_P(HandoverTest, TheyAgreeOnlyIfBothWerePartOfIt) {
  Explored a(settings_for(GetParam(), 2));
  Explored b(settings_for(GetParam(), 2));
  Explored earlier(settings_for(GetParam(), 2));
  begin_with_nothing(b, a);
  begin_with_nothing(earlier, a);
  a.run(2);
  EXPECT_TRUE(handovers_agree({&a.arena(), &b.arena()}));
  ASSERT_GT(hand_over(a.arena(), b.arena(), 1), 0U);
  EXPECT_TRUE(handovers_agree({&a.arena(), &b.arena()}));
  EXPECT_FALSE(handovers_agree({&a.arena(), &earlier.arena()}));
  hand_over(a.arena(), earlier.arena(), 2);
  EXPECT_FALSE(handovers_agree({&a.arena(), &earlier.arena()}));
  EXPECT_TRUE(handovers_agree({&a.arena(), &b.arena(), &earlier.arena()}));
}

INSTANTIATE_TEST_SUITE_P(Strategies, HandoverTest,
                         ::testing::Values(StrategyKind::preemption_bound,
                                           StrategyKind::depth_first));

}  // namespace
}  // namespace heddle::supervise

// SPDX-License-Identifier: Apache-2.0
// Where a strategy is not asked, since its answer is known.
#include "explore/execution.h"
#include "explore/testing.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using event::ThreadId;

// Takes the last option, and nothing but the default after so many answers.
class Awake final : public PlainStrategy, public Prunes {
 public:
  explicit Awake(Asks asks, size_t answers) : asks_(asks), answers_(answers) {}
  bool begin_execution(Plan& /*plan*/) override { return true; }
  Asks start_execution() override { return asks_; }
  uint32_t choose(const event::SchedulePoint& point) override {
    asked.push_back(point.position);
    return static_cast<uint32_t>(point.options.size() - 1);
  }
  bool goes_on_by_default() const override { return asked.size() >= answers_; }
  Prunes* prunes() override { return this; }
  void follow() override {}
  bool is_covered(std::span<const event::Event> log, uint64_t /*fairness*/) override {
    looked.push_back(static_cast<uint32_t>(log.size()));
    return false;
  }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  Coverage coverage() const override { return {}; }
  void start_over() override {}

  std::vector<uint32_t> asked;   // at which positions
  std::vector<uint32_t> looked;  // after how many steps

 private:
  const Asks asks_;
  const size_t answers_;
};

class ByDefaultTest : public ::testing::Test {
 protected:
  using Positions = std::vector<uint32_t>;

  static Settings settings() {
    Settings result;
    result.step_limit = 100;
    return result;
  }

  // Six steps, each with the same two threads to choose from; the third is left to the strategy.
  void run(Strategy& strategy) {
    arena_->plan.clear();
    arena_->plan.push_back({.position = 2, .option = event::kAskStrategy});
    base::Region region = scratch_.region();
    Execution execution(region, region, 8, strategy, arena_->plan, arena_->log, {});
    const std::vector<Candidate> candidates = {
        {.thread = ThreadId{0}, .operation = &testing::kStep},
        {.thread = ThreadId{1}, .operation = &testing::kStep}};
    for (int step = 0; step < 6; ++step) {
      event::Choice choice;
      EXPECT_TRUE(execution.next(candidates, choice));
      EXPECT_TRUE(execution.done({}));
    }
  }

  // Which option was taken at each step.
  Positions taken() {
    Positions options;
    for (const event::Event& event : arena_->log) {
      options.push_back(event.chosen);
    }
    return options;
  }

  testing::TestArena arena_{settings()};
  testing::Scratch scratch_;
};

TEST_F(ByDefaultTest, WhoPlansAheadIsAskedFromTheEndOfThePlanOn) {
  Awake strategy(Asks::beyond_plan, 100);
  run(strategy);
  EXPECT_EQ(strategy.asked, (Positions{2, 3, 4, 5}));
  EXPECT_EQ(taken(), (Positions{0, 0, 1, 1, 1, 1}));
}

TEST_F(ByDefaultTest, WhoDoesNotIsAskedEverywhere) {
  Awake strategy(Asks::everywhere, 100);
  run(strategy);
  EXPECT_EQ(strategy.asked, (Positions{0, 1, 2, 3, 4, 5}));
}

TEST_F(ByDefaultTest, WhoGoesOnByDefaultIsNotAskedAnyMoreNorIsWhatIsCovered) {
  Awake strategy(Asks::beyond_plan, 2);
  run(strategy);
  EXPECT_EQ(strategy.asked, (Positions{2, 3}));
  EXPECT_EQ(strategy.looked, (Positions{3}));
  EXPECT_EQ(taken(), (Positions{0, 0, 1, 1, 0, 0}));
}

// What it says before the plan has come to its end is about something else.
TEST_F(ByDefaultTest, WithinThePlanItIsAskedNevertheless) {
  Awake strategy(Asks::beyond_plan, 1);
  run(strategy);
  EXPECT_EQ(strategy.asked, (Positions{2, 3}));
}

}  // namespace
}  // namespace heddle::explore

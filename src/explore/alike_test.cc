// SPDX-License-Identifier: Apache-2.0
#include "explore/execution.h"
#include "explore/testing.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using event::ThreadId;

class Default final : public PlainStrategy {
 public:
  bool begin_execution(Plan& /*plan*/) override { return true; }
  Asks start_execution() override { return Asks::everywhere; }
  uint32_t choose(const event::SchedulePoint& /*point*/) override { return 0; }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  Coverage coverage() const override { return {}; }
  void start_over() override {}
};

// A thread that goes on from access to access, among others that stay where they are, is seen to at
// less cost; what is written down is the same.
TEST(PointsThatAreAlike, AreWrittenDownAsOthersAre) {
  Settings settings;
  settings.step_limit = 100;
  testing::TestArena arena(settings);
  testing::Scratch scratch;
  std::mt19937 random(1);
  for (int program = 0; program < 200; ++program) {
    std::vector<event::Operation> operations(1 + random() % 5);
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < operations.size(); ++i) {
      const auto alternatives = static_cast<uint16_t>(i > 0 && random() % 4 == 0 ? 3 : 1);
      const bool by_time = i > 0 && random() % 4 == 0;
      candidates.push_back({.thread = static_cast<ThreadId>(i),
                            .alternatives = alternatives,
                            .by_time = by_time,
                            .operation = &operations[i]});
    }
    std::vector<event::Event> logs[2];
    for (const bool same : {false, true}) {
      std::mt19937 steps(static_cast<uint32_t>(program));
      Default strategy;
      base::Region region = scratch.region();
      Execution execution(region, region, 8, strategy, arena->plan, arena->log, {});
      for (int step = 0; step < 20; ++step) {
        operations[0].kind = event::OpKind::atomic_load;
        operations[0].object = static_cast<event::ObjectId>(steps() % 3);
        const bool yields = steps() % 8 == 0;
        event::Choice choice;
        if (same && step > 0 && execution.goes_on()) {
          choice.thread = arena->log.back().thread;
        } else {
          EXPECT_TRUE(execution.next(candidates, choice, same && step > 0));
        }
        EXPECT_TRUE(execution.done({.yielded = yields && choice.thread == ThreadId{0}}));
      }
      logs[same ? 1 : 0].assign(arena->log.begin(), arena->log.end());
    }
    for (size_t i = 0; i < logs[0].size(); ++i) {
      EXPECT_EQ(logs[0][i].thread, logs[1][i].thread);
      EXPECT_EQ(logs[0][i].fingerprint, logs[1][i].fingerprint);
      EXPECT_EQ(logs[0][i].options, logs[1][i].options);
      EXPECT_EQ(logs[0][i].own, logs[1][i].own);
      EXPECT_EQ(logs[0][i].preemption, logs[1][i].preemption);
    }
  }
}

}  // namespace
}  // namespace heddle::explore

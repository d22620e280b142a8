// SPDX-License-Identifier: Apache-2.0
// What choosing costs in an execution: the strategy lays it down, and learns from it.
//
// The program is no program, and its time is not counted: two threads of 18 steps that never block.
#include "explore/forwarding_strategy.h"
#include "explore/testing.h"
#include "search/strategies.h"

#include <chrono>

#include <benchmark/benchmark.h>

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t kSteps = 18;
constexpr uint32_t kExecutionsACommit = 256;
constexpr size_t kSearchBytes = size_t{1} << 34;

// Listens to the clock before and after the strategy is asked.
class Timed final : public explore::ForwardingStrategy<Timed> {
 public:
  explicit Timed(explore::Strategy& strategy) : strategy_(strategy) {}

  bool begin_execution(explore::Plan& plan) override {
    const Clock::time_point begin = Clock::now();
    const bool goes_on = strategy_.begin_execution(plan);
    spent += Clock::now() - begin;
    return goes_on;
  }
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override {
    const Clock::time_point begin = Clock::now();
    strategy_.end_execution(log, outcome);
    spent += Clock::now() - begin;
  }
  [[nodiscard]] explore::Strategy& inner() const { return strategy_; }

  Clock::duration spent{};

 private:
  explore::Strategy& strategy_;
};

void choosing(benchmark::State& state, explore::StrategyKind kind) {
  explore::Settings settings;
  settings.strategy = kind;
  settings.max_preemptions = UINT32_MAX;
  settings.step_limit = 1000;
  explore::testing::TestArena arena(settings, kSearchBytes);
  search::StrategySlot slot;
  Timed strategy(search::attach_strategy(*arena, slot));
  explore::Explorer explorer(*arena, strategy);
  explore::testing::Counting subject({kSteps, kSteps});
  explore::testing::Scratch scratch;
  uint32_t uncommitted = 0;
  for (auto unused : state) {
    strategy.spent = {};
    if (!explorer.begin()) {
      state.SkipWithError("there are too few executions");
      break;
    }
    base::Region region = scratch.region();
    explore::Execution execution(region, region, 8, strategy, arena->plan, arena->log, {});
    explorer.end(subject.run(execution));
    if (++uncommitted == kExecutionsACommit) {
      explorer.commit();
      uncommitted = 0;
    }
    state.SetIterationTime(std::chrono::duration<double>(strategy.spent).count());
  }
}

BENCHMARK_CAPTURE(choosing, icb, explore::StrategyKind::preemption_bound)
    ->UseManualTime()
    ->Iterations(200'000);
BENCHMARK_CAPTURE(choosing, dfs, explore::StrategyKind::depth_first)
    ->UseManualTime()
    ->Iterations(200'000);

}  // namespace
}  // namespace heddle

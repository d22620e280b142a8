// SPDX-License-Identifier: Apache-2.0
// What a step costs in primitive/ and explore/, and an execution in search/ too.
//
// The program is no program: threads that lock and unlock, told to the World as
// the runtime tells it.  So interposers and switches of context are not in here.
#include "detect/deadlock.h"
#include "detect/exit_status.h"
#include "detect/leftovers.h"
#include "detect/livelock.h"
#include "detect/misuse.h"
#include "explore/arena.h"
#include "explore/execution.h"
#include "explore/explorer.h"
#include "explore/step_limit.h"
#include "explore/testing.h"
#include "primitive/world.h"
#include "search/strategies.h"

#include <cstdint>
#include <memory>

#include <benchmark/benchmark.h>

namespace heddle {
namespace {

using event::ObjectId;
using event::Operation;
using event::OpKind;
using event::ThreadId;

constexpr uint32_t kFairEvery = 8;
constexpr uint32_t kStepLimit = 20000;
constexpr uint32_t kMaxPreemptions = 4;
constexpr size_t kOperations = 18;  // of each thread

// Goes on with the running thread, or always leaves it.
class Fixed final : public explore::PlainStrategy {
 public:
  explicit Fixed(bool leaves) : leaves_(leaves) {}
  bool begin_execution(explore::Plan& /*plan*/) override { return true; }
  uint32_t choose(const event::SchedulePoint& point) override {
    return leaves_ && point.own != 0 ? point.own : 0;
  }
  [[nodiscard]] explore::Asks start_execution() override {
    return leaves_ ? explore::Asks::everywhere : explore::Asks::where_planned;
  }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  [[nodiscard]] explore::Coverage coverage() const override { return {}; }
  void start_over() override {}

 private:
  const bool leaves_;
};

// Memory and settings for executions that are run one after the other.
class Ground {
 public:
  base::Region world() { return {world_.get(), primitive::World::bytes_needed()}; }
  base::Region side() { return {side_.get(), explore::Execution::bytes_needed()}; }
  explore::Arena& arena() { return *arena_; }

 private:
  static explore::Settings settings() {
    explore::Settings result;
    result.step_limit = kStepLimit;
    result.fair_every = kFairEvery;
    result.max_preemptions = kMaxPreemptions;
    return result;
  }

  using Memory = std::unique_ptr<std::byte[]>;
  Memory world_ = std::make_unique_for_overwrite<std::byte[]>(primitive::World::bytes_needed());
  Memory side_ = std::make_unique_for_overwrite<std::byte[]>(explore::Execution::bytes_needed());
  explore::testing::TestArena arena_{settings(), size_t{1} << 30};
};

// One execution of `threads` threads that lock and unlock, each a mutex of its own
// or all the same one.
class Run {
 public:
  Run(Ground& ground, explore::Strategy& strategy, size_t threads, bool shared)
      : memory_(ground.world()),
        side_(ground.side()),
        world_(memory_),
        deadlock_(world_),
        livelock_(kStepLimit, explore::most_steps(kStepLimit), world_, ground.arena().log),
        leftovers_(world_, ground.arena().record().leftovers, false),
        execution_(side_, side_, kFairEvery, strategy, ground.arena().plan, ground.arena().log,
                   monitors_),
        threads_(threads) {
    for (size_t i = 0; i < threads; ++i) {
      world_.add_thread(event::kNoThread, true);
      if (i == 0 || !shared) {
        world_.add_object({.kind = event::ObjectKind::mutex});
      }
      left_[i] = kOperations;
      mutex_[i] = static_cast<ObjectId>(shared ? 0 : i);
      announce(static_cast<ThreadId>(i));
    }
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  event::Outcome to_the_end() {
    while (step()) {
    }
    execution_.exit(0);
    return execution_.outcome();
  }

  [[nodiscard]] uint32_t steps() const { return execution_.position(); }

 private:
  static constexpr size_t kMost = 64;

  bool step() {
    event::Choice choice;
    const bool same = world_.has_same_candidates();
    if (!execution_.next(world_.candidates(candidates_), choice, same)) {
      return false;
    }
    const primitive::Effect effect =
        world_.apply(choice.thread, choice.alternative, execution_.position());
    if (!execution_.done({.result = effect.result,
                          .yielded = effect.yielded,
                          .timed_out = effect.timed_out,
                          .misuse = effect.misuse,
                          .other = effect.other})) {
      return false;
    }
    announce(choice.thread);
    return true;
  }

  void announce(ThreadId thread) {
    uint32_t& left = left_[event::index(thread)];
    if (left == 0) {
      world_.thread(thread).ended = true;
      return;
    }
    const OpKind kind = left % 2 == 0 ? OpKind::mutex_lock : OpKind::mutex_unlock;
    --left;
    world_.announce(thread, {.kind = kind, .object = mutex_[event::index(thread)]});
  }

  base::Region memory_;
  base::Region side_;
  primitive::World world_;
  detect::Deadlock deadlock_;
  detect::Livelock livelock_;
  detect::Misuse misuse_;
  detect::ExitStatus exit_status_;
  detect::Leftovers leftovers_;
  explore::Monitor* monitors_[5] = {&misuse_, &deadlock_, &exit_status_, &leftovers_, &livelock_};
  explore::Execution execution_;
  const size_t threads_;
  uint32_t left_[kMost];
  ObjectId mutex_[kMost];
  explore::Candidate candidates_[kMost];
};

void report(benchmark::State& state, uint64_t steps) {
  state.counters["step"] = benchmark::Counter(
      static_cast<double>(steps), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void per_step(benchmark::State& state, bool leaves, bool shared) {
  Ground ground;
  Fixed strategy(leaves);
  uint64_t steps = 0;
  for (auto _ : state) {
    Run run(ground, strategy, static_cast<size_t>(state.range(0)), shared);
    benchmark::DoNotOptimize(run.to_the_end());
    steps += run.steps();
  }
  report(state, steps);
}

void stays(benchmark::State& state) { per_step(state, false, false); }
void switches(benchmark::State& state) { per_step(state, true, false); }
void contends(benchmark::State& state) { per_step(state, true, true); }

BENCHMARK(stays)->Arg(2)->Arg(3)->Arg(8)->Arg(64);
BENCHMARK(switches)->Arg(2)->Arg(3)->Arg(8)->Arg(64);
BENCHMARK(contends)->Arg(2)->Arg(3)->Arg(8)->Arg(64);

// A search from its beginning.
struct Search {
  Ground ground;
  search::StrategySlot slot;
  explore::Strategy& strategy = search::attach_strategy(ground.arena(), slot);
  explore::Explorer explorer{ground.arena(), strategy};
};

// Whole executions of a real search, with begin and end of each.
void executions(benchmark::State& state) {
  auto search = std::make_unique<Search>();
  uint64_t steps = 0;
  for (auto _ : state) {
    if (!search->explorer.begin()) {
      state.PauseTiming();
      search = std::make_unique<Search>();
      benchmark::DoNotOptimize(search->explorer.begin());
      state.ResumeTiming();
    }
    Run run(search->ground, search->strategy, 2, false);
    search->explorer.end(run.to_the_end());
    steps += run.steps();
  }
  report(state, steps);
}
BENCHMARK(executions);

}  // namespace
}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "engine/explore_model.h"

#include "detect/deadlock.h"
#include "detect/livelock.h"
#include "detect/misuse.h"
#include "explore/explorer.h"
#include "explore/own_arena.h"
#include "explore/schedule_log.h"
#include "explore/step_limit.h"
#include "model/model_subject.h"
#include "primitive/thread_end.h"
#include "search/strategies.h"
#include "verdict/collect.h"

#include <chrono>
#include <memory>
#include <string>

namespace heddle::engine {
namespace {

constexpr size_t kSearchBytes = size_t{1} << 32;
constexpr size_t kReplayBytes = size_t{1} << 24;

// Looks at the limits before each execution.
class Limited final : public explore::Subject {
 public:
  Limited(explore::Subject& subject, const supervise::Limits& limits, explore::Control& control)
      : subject_(subject), limits_(limits), control_(control) {}

  event::Outcome run(explore::Execution& execution) override {
    if (stopped_ == verdict::Stopped::no) {
      stopped_ = limits_.reached();
      control_.stop.store(stopped_ == verdict::Stopped::no ? 0 : 1);
    }
    return subject_.run(execution);
  }

  [[nodiscard]] verdict::Stopped stopped() const { return stopped_; }

 private:
  explore::Subject& subject_;
  const supervise::Limits& limits_;
  explore::Control& control_;
  verdict::Stopped stopped_ = verdict::Stopped::no;
};

// A model and the search of it.
class Exploring {
 public:
  Exploring(const model::Program& program, const verdict::Search& search, size_t search_bytes)
      : arena_(search.settings, search_bytes),
        strategy_(search::attach_strategy(*arena_, slot_)),
        subject_(program, *arena_),
        deadlock_(subject_.machine().world(), search.settings.ends_at_cycles),
        livelock_(search.settings.step_limit, explore::most_steps(search.settings.step_limit),
                  subject_.machine().world(), arena_->log),
        log_(std::make_unique<explore::ScheduleLog>(search.schedule_log)),
        scratch_(explore::Execution::bytes_needed()) {}

  verdict::Stopped explore(const supervise::Limits& limits) {
    Limited subject(subject_, limits, arena_->control());
    explore::Monitor* const monitors[] = {&misuse_, &deadlock_, &livelock_};
    explore::Explorer explorer(*arena_, strategy_, log_.get());
    explorer.explore(subject, {scratch_.data(), scratch_.size()}, monitors);
    return subject.stopped();
  }

  explore::Arena& arena() { return *arena_; }
  const model::ModelSubject& subject() { return subject_; }

 private:
  explore::OwnArena arena_;
  search::StrategySlot slot_;
  explore::Strategy& strategy_;
  model::ModelSubject subject_;
  detect::Misuse misuse_;
  detect::Deadlock deadlock_;
  detect::Livelock livelock_;
  const std::unique_ptr<explore::ScheduleLog> log_;
  std::vector<std::byte> scratch_;
};

trace::Trace trace_of(const explore::Arena& arena, const primitive::World& world) {
  trace::Trace trace;
  trace.seed = arena.settings().seed;
  trace.fair_every = arena.settings().fair_every;
  trace.step_limit = arena.settings().step_limit;
  trace.ends_at_cycles = arena.settings().ends_at_cycles;
  trace.holds_idle = arena.settings().holds_idle;
  trace.holds.assign(arena.holds.begin(), arena.holds.end());
  trace.steps.assign(arena.log.begin(), arena.log.end());
  for (size_t i = 0; i < world.thread_count(); ++i) {
    const auto id = static_cast<event::ThreadId>(i);
    const event::ThreadEnd end = primitive::end_of_thread(world, id);
    trace.threads.push_back({.creator = end.creator, .name = "", .end = end});
  }
  for (size_t i = 0; i < world.object_count(); ++i) {
    trace.objects.push_back(
        {.kind = world.object(static_cast<event::ObjectId>(i)).kind, .name = ""});
  }
  return trace;
}

}  // namespace

verdict::Exploration explore_model(const model::Program& program, const verdict::Search& search,
                                   const supervise::Limits& limits) {
  const auto begin = supervise::Clock::now();
  Exploring exploring(program, search, kSearchBytes);
  verdict::Exploration result;
  result.stopped = exploring.explore(limits);
  verdict::collect_search(exploring.arena(), result);
  result.log_error = exploring.arena().control().log_error.load();
  verdict::add_last_sample(result);
  result.seconds = std::chrono::duration<double>(supervise::Clock::now() - begin).count();
  return result;
}

trace::Trace replay_model(const model::Program& program, const verdict::Exploration& exploration,
                          const verdict::Found& found) {
  verdict::Search search;
  search.settings = exploration.settings;
  search.settings.strategy = explore::StrategyKind::replay;
  search.settings.reduction = explore::Reduction::none;
  search.settings.awaits = false;
  search.settings.max_findings = 2;
  search.settings.max_executions = 0;
  Exploring exploring(program, search, kReplayBytes);
  explore::Arena& arena = exploring.arena();
  for (const event::Deviation& deviation : found.plan) {
    arena.plan.push_back(deviation);
  }
  for (const event::Hold& hold : found.holds) {
    arena.plan_holds.push_back(hold);
  }
  exploring.explore({});
  const event::Outcome& outcome = exploring.subject().outcome();
  trace::Trace trace = trace_of(arena, exploring.subject().machine().world());
  trace.execution = found.record.execution;
  const bool shows_again =
      outcome.has_finding && outcome.finding.kind == found.record.finding.kind &&
      arena.log.size() == found.record.steps &&
      (arena.log.empty() || arena.log.back().fingerprint == found.record.last_fingerprint);
  if (shows_again) {
    trace.finding = outcome.finding;
  }
  return trace;
}

}  // namespace heddle::engine

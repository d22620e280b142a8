// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "explore/forwarding_strategy.h"
#include "search/preemption_bound.h"
#include "search/state_cache.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::search {

// Room for any search by traces, without a heap.
struct TracesSlot {
  alignas(16) std::byte bytes[2304];
};

class BoundedReduction;
class TraceSearch;

// The default: chooses between the reductions, and begins anew with another one where the one
// under way would not be sound.  It is a search by traces, as long as it can be one; then one by
// schedules, without those that come to a state that was reached before (StateCache).
//
// Invariant: every changeover is decided by what was counted, never by a clock, and forgets all
// that was done before it.  So the counts are those of one reduction alone.
//
// Within a bound that may take too much planning, compared with the steps that are run.  Then it is
// tried without the bound, up to a fixed amount of work: if that comes to its end, everything is
// covered.
//
// Without a bound, traces come in no order of preemptions.  So when something was found, those with
// fewer preemptions are searched for it, in order: by traces within a bound or, where that cannot
// be done or takes too much, by schedules.
//
// Where fairness may keep threads from going on, or nobody knows what threads were about to do when
// their process died, traces do not tell all: everything begins anew, by schedules.  So it is where
// operations have several outcomes and the process ends before its threads do: what an outcome
// would have led to is then not known of all of them.  Where states do not tell all either, each
// schedule is run.
//
// Where threads are not to be left, some executions of a trace are to be run and others are not.
// Only BoundedReduction knows which; without a bound all begins anew by schedules.
//
// Where a step cuts off other threads (an assumption does not hold, or it aborts), OptimalReduction
// is not enough, and everything begins anew with Inspect; see decision 0031.  It is used from the
// start where mallocs choose among freed blocks, since OptimalReduction would run many traces
// twice.
class Reduced final : public explore::ForwardingStrategy<Reduced>,
                      public explore::LearnsAnew,
                      public explore::Reduces,
                      public explore::SearchesBelow,
                      public explore::Recovers {
 public:
  explicit Reduced(explore::Arena& arena);

  bool begin_execution(explore::Plan& plan) override;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override;
  [[nodiscard]] explore::Coverage coverage() const override;
  void start_over() override;

  [[nodiscard]] explore::LearnsAnew* learns_anew() override { return this; }
  [[nodiscard]] bool knew_too_little(const event::Outcome& outcome) const override;
  void learn_more(const event::Outcome& outcome, uint64_t executions) override;

  [[nodiscard]] explore::Reduces* reduces() override { return this; }
  [[nodiscard]] bool cannot_reduce(const event::Outcome& outcome) const override;
  void stop_reducing() override;

  [[nodiscard]] explore::SearchesBelow* searches_below() override { return this; }
  [[nodiscard]] bool goes_on_below(uint32_t preemptions) override;

  [[nodiscard]] explore::Recovers* recovers() override { return this; }
  void recover() override;

  // The one that is at work.
  [[nodiscard]] explore::Strategy& inner() const { return by_traces() ? traces() : by_states_; }

 private:
  enum class Mode : uint32_t { traces, fewer_by_schedules, schedules, fewer_by_traces };

  struct State {
    uint64_t epoch = 0;  // of the journal, when it was saved
    Mode mode = Mode::traces;
    explore::Unreduced unreduced = explore::Unreduced::no;
    bool chooses = false;       // some step had several outcomes
    bool exited_early = false;  // some execution ended before its threads did
    bool foresees = true;       // what a step that is turned round comes to
    bool bounded = true;        // traces are searched within the bound, if there is one
    uint32_t below = 0;         // this many preemptions something is looked for
    uint64_t executions = 0;    // by traces, and then left for that
    uint32_t seal = 0;
  };

  [[nodiscard]] explore::Unreduced why_not(const event::Outcome& outcome) const;
  [[nodiscard]] bool fairness_may_act() const;
  [[nodiscard]] bool acts_twice_on_one(uint32_t every) const;
  [[nodiscard]] bool chooses_in_log() const;
  [[nodiscard]] bool exited_with_live_threads(const event::Outcome& outcome) const;
  [[nodiscard]] bool cuts_off_by_surprise(const event::Outcome& outcome) const;
  // Whether traces are searched by preemptions.
  [[nodiscard]] bool is_bounded() const;
  [[nodiscard]] bool plans_too_much() const;
  [[nodiscard]] bool by_traces() const { return state_.mode == Mode::traces || is_fewer(); }
  // Traces with fewer preemptions are searched for what was found.
  [[nodiscard]] bool is_fewer() const { return state_.mode == Mode::fewer_by_traces; }
  void end_one_of_fewer(std::span<const event::Event> log, const event::Outcome& outcome);
  void go_on_by_schedules();
  // Another process may have changed what it is.
  [[nodiscard]] explore::Strategy& traces() const {
    if (foresees_ != state_.foresees || bounded_ != state_.bounded || fewer_ != is_fewer())
        [[unlikely]] {
      attach_traces();
    }
    return *traces_;
  }
  void attach_traces() const;
  void recover_traces() const;

  explore::Arena& arena_;
  State& state_;
  mutable TracesSlot slot_;
  mutable explore::Strategy* traces_ = nullptr;
  mutable TraceSearch* without_bound_ = nullptr;                 // the same, if it is one
  mutable BoundedReduction* within_bound_ = nullptr;             // or one of these
  mutable bool foresees_ = true;                                 // as State has it
  mutable bool bounded_ = true;                                  // the same
  mutable bool fewer_ = false;                                   // the same
  mutable explore::Unreduced why_not_ = explore::Unreduced::no;  // when it was asked last
  PreemptionBound schedules_;
  mutable StateCache by_states_;
};

}  // namespace heddle::search

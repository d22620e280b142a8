// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "explore/strategy.h"
#include "search/preemption_bound.h"

#include <cstddef>
#include <cstdint>

namespace heddle::search {

// Room for any search by traces, without a heap.
struct TracesSlot {
  alignas(16) std::byte bytes[2048];
};

// A search by traces, as long as it can be one; and what has to be done by schedules.
//
// Traces come in no order of preemptions.  So when something was found, the schedules with fewer
// preemptions are searched for it, in order.
//
// Where fairness keeps threads from going on, or nobody knows what threads were about to do when
// their process died, traces do not tell all: everything begins anew, and each schedule is run.  So
// it is where operations have several outcomes and the process ends before its threads do: what an
// outcome would have led to is then not known of all of them.
class Reduced final : public explore::Strategy {
 public:
  explicit Reduced(explore::Arena& arena);

  bool begin_execution(explore::Plan& plan) override;
  uint32_t choose(const event::SchedulePoint& point) override;
  [[nodiscard]] bool takes_the_default() const override {
    return !by_traces() || traces_.takes_the_default();
  }
  [[nodiscard]] bool prunes() const override { return by_traces() && traces_.prunes(); }
  void follow() override { traces_.follow(); }
  bool is_covered(std::span<const event::Event> log) override { return traces_.is_covered(log); }
  bool all_sleep(std::span<const event::Event> log,
                 std::span<const event::Candidate> candidates) override {
    return traces_.all_sleep(log, candidates);
  }
  [[nodiscard]] bool runs_on() const override;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override;
  [[nodiscard]] bool knew_too_little(const event::Outcome& outcome) const override {
    return by_traces() && traces_.knew_too_little(outcome);
  }
  void learn_more(const event::Outcome& outcome) override { traces_.learn_more(outcome); }
  [[nodiscard]] bool cannot_reduce(const event::Outcome& outcome) const override;
  void stop_reducing() override;
  [[nodiscard]] explore::Coverage coverage() const override;
  [[nodiscard]] bool goes_on_below(uint32_t preemptions) override;
  void start_over() override;

 private:
  enum class Mode : uint32_t { traces, fewer_preemptions, schedules };

  struct State {
    uint64_t epoch = 0;  // of the journal, when it was saved
    Mode mode = Mode::traces;
    explore::Unreduced unreduced = explore::Unreduced::no;
    bool chooses = false;     // some step had several outcomes
    bool cut_off = false;     // some execution ended before its threads did
    uint32_t below = 0;       // this many preemptions something is looked for
    uint64_t executions = 0;  // by traces, and then left for that
    uint32_t seal = 0;
  };

  [[nodiscard]] explore::Unreduced why_not(const event::Outcome& outcome) const;
  [[nodiscard]] bool chooses_in_log() const;
  [[nodiscard]] bool is_cut_off(const event::Outcome& outcome) const;
  [[nodiscard]] bool by_traces() const { return state_.mode == Mode::traces; }

  explore::Arena& arena_;
  State& state_;
  TracesSlot slot_;
  explore::Strategy& traces_;
  mutable explore::Unreduced why_not_ = explore::Unreduced::no;  // when it was asked last
  PreemptionBound schedules_;
};

}  // namespace heddle::search

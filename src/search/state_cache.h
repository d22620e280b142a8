// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "explore/forwarding_strategy.h"
#include "order/trace_order.h"

#include <cstdint>
#include <optional>

namespace heddle::search {

// Any strategy that runs every execution within a preemption bound, without what is below a
// state that was reached before: happens-before caching (Musuvathi, Qadeer et al., CHESS,
// section 4.4.2), for a search with a bound.
//
// What can follow a point of an execution is told by the state there, by the thread that ran
// last, and by what fairness knows of the threads.  How much of it is within the bound is told
// by the preemptions so far.  So an execution is cut short where another one has come to the
// same with no more preemptions: all that follows there is run, or will be, with no more
// preemptions than here.
//
// A search by state alone would miss some: leaving the thread that ran last costs a
// preemption, and leaving another one does not.
//
// A state does not tell what was destroyed, as that is no step.  If something was while others may
// use it, every execution is run.
class StateCache final : public explore::ForwardingStrategy<StateCache>,
                         public explore::Prunes,
                         public explore::Reduces,
                         public explore::GrowsMemory,
                         public explore::Recovers {
 public:
  // Starts over zeroed memory, or goes on over what another process left there.
  // `strategy` decides which executions are run.  It must lay down each of them as a plan,
  // and learn from its log alone.
  StateCache(explore::Arena& arena, base::Region lasting, explore::Strategy& strategy);

  bool begin_execution(explore::Plan& plan) override;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override;
  [[nodiscard]] explore::Coverage coverage() const override;
  void start_over() override;

  [[nodiscard]] explore::Prunes* prunes() override { return state_.off ? nullptr : this; }
  void follow() override;
  bool is_covered(std::span<const event::Event> log, uint64_t fairness) override;

  [[nodiscard]] explore::Reduces* reduces() override { return this; }
  [[nodiscard]] bool cannot_reduce(const event::Outcome& outcome) const override;
  void stop_reducing() override;
  [[nodiscard]] bool is_off() const { return state_.off; }

  [[nodiscard]] explore::GrowsMemory* grows_memory() override { return this; }
  [[nodiscard]] explore::GrowingMemory growing_memory() override;

  [[nodiscard]] explore::Recovers* recovers() override { return this; }
  void recover() override;

  [[nodiscard]] explore::Strategy& inner() const { return strategy_; }

 private:
  struct State {
    uint64_t epoch = 0;       // of the journal, when it was saved
    uint32_t fresh_from = 0;  // where the execution laid down last is on its own
    bool off = false;         // states do not tell all
  };

  void step(const event::Event& event);
  [[nodiscard]] std::optional<uint64_t> fairness_at(size_t position) const;
  [[nodiscard]] order::Fingerprint key(std::span<const event::Event> log, uint64_t fairness) const;

  explore::Arena& arena_;
  explore::Strategy& strategy_;
  State& state_;
  explore::StateSet points_;
  order::TraceOrder order_;
  uint32_t preemptions_ = 0;  // of the steps in order_
};

}  // namespace heddle::search

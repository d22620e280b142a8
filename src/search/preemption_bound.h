// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "explore/strategy.h"
#include "search/pace.h"
#include "search/work_items.h"

#include <cstdint>

namespace heddle::search {

inline constexpr uint32_t kAllPreemptions = 0xffffffff;

// Iterative context bounding, up to a highest bound.  The work is done in phases: each adds
// `phase_width` + 1 to the bound, so that at the end of phase i, from 0 on, every execution with
// (i + 1) * phase_width + i preemptions is done.  With a width of 0 that is every execution with i
// preemptions before any with i + 1.
class PreemptionBound final : public explore::PlainStrategy,
                              public explore::SharesWork,
                              public explore::SearchesBelow,
                              public explore::GrowsMemory {
 public:
  // Starts over zeroed memory, or goes on over what another process left there.
  // Every change goes through the journal.
  // If it has not the whole of the work, it ends at the end of a phase.
  PreemptionBound(base::Region region, explore::Journal& journal, uint32_t max_preemptions,
                  uint32_t phase_width = 0, bool has_all = true);

  bool begin_execution(explore::Plan& plan) override;
  [[nodiscard]] explore::Asks start_execution() override { return explore::Asks::where_planned; }
  uint32_t choose(const event::SchedulePoint& point) override;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override;
  [[nodiscard]] explore::Coverage coverage() const override;
  [[nodiscard]] explore::SearchesBelow* searches_below() override { return this; }
  [[nodiscard]] bool goes_on_below(uint32_t preemptions) override;
  void start_over() override;
  [[nodiscard]] explore::GrowsMemory* grows_memory() override { return this; }
  [[nodiscard]] explore::GrowingMemory growing_memory() override { return {items_.memory()}; }

  // Only executions with fewer preemptions are wanted, and nothing is claimed.
  void search_below(uint32_t preemptions);

  [[nodiscard]] explore::SharesWork* shares_work() override { return this; }
  void begin_with_nothing(const explore::WorkProgress& progress) override;
  [[nodiscard]] bool has_begun() const override { return state_.begun; }
  [[nodiscard]] explore::WorkProgress progress() const override {
    return {state_.bound, state_.completed};
  }
  [[nodiscard]] bool has_next_bound() const override;
  void begin_next_bound() override;
  void take(uint64_t most, explore::Work& work) override;
  void give(std::span<const explore::WorkStep> work) override;
  [[nodiscard]] uint64_t room() const override { return items_.room(); }

 private:
  struct State {
    uint64_t epoch = 0;  // of the journal, when it was saved
    bool begun = false;
    bool overflowed = false;
    bool beyond = false;  // work above the highest bound was left alone
    bool cut = false;     // so is work below it, see goes_on_below()
    uint32_t bound = 0;   // that of the current phase
    uint32_t only_below = kAllPreemptions;
    int32_t completed = -1;  // the bound of the phase before
    WorkItems::ItemId running = WorkItems::kNone;
    WorkItems::Stack now;   // to be done in the current phase
    WorkItems::Stack next;  // needs one preemption more
    uint32_t seal = 0;
  };

  [[nodiscard]] State first_state() const;
  [[nodiscard]] WorkItems::ItemId next_item();

  explore::Journal& journal_;
  State& state_;
  Pace& pace_;  // apart from the state, which is sealed: it decides nothing
  WorkItems items_;
  const uint32_t max_preemptions_;
  const uint32_t phase_width_;
  const bool has_all_;
};

}  // namespace heddle::search

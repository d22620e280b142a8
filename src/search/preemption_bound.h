// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "explore/strategy.h"
#include "explore/work.h"
#include "search/item_search.h"
#include "search/pace.h"

#include <cstdint>

namespace heddle::search {

inline constexpr uint32_t kAllPreemptions = 0xffffffff;

struct PreemptionBoundState {
  uint64_t epoch = 0;  // of the journal, when it was saved
  ItemProgress progress;
  bool cut = false;    // work below the highest bound was left alone, see goes_on_below()
  uint32_t bound = 0;  // that of the current phase
  uint32_t only_below = kAllPreemptions;
  int32_t completed = -1;  // the bound of the phase before
  WorkItems::Stack now;    // to be done in the current phase
  WorkItems::Stack next;   // needs one preemption more
  uint32_t seal = 0;
};

// Iterative context bounding, up to a highest bound.  The work is done in phases: each adds
// `phase_width` + 1 to the bound, so that at the end of phase i, from 0 on, every execution with
// (i + 1) * phase_width + i preemptions is done.  With a width of 0 that is every execution with i
// preemptions before any with i + 1.
class PreemptionBound : public ItemSearch<PreemptionBoundState>,
                        public explore::SharesWork,
                        public explore::SearchesBelow {
 public:
  // Starts over zeroed memory, or goes on over what another process left there.
  // Every change goes through the journal.
  // If it has not the whole of the work, it ends at the end of a phase.
  PreemptionBound(base::Region region, explore::Journal& journal, uint32_t max_preemptions,
                  uint32_t phase_width = 0, bool has_all = true);

  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) final;
  [[nodiscard]] explore::Coverage coverage() const override;
  void start_over() final;

  [[nodiscard]] explore::SearchesBelow* searches_below() override { return this; }
  [[nodiscard]] bool goes_on_below(uint32_t preemptions) override;

  // Only executions with fewer preemptions are wanted, and nothing is claimed.
  void search_below(uint32_t preemptions);

  [[nodiscard]] explore::SharesWork* shares_work() override { return this; }
  void begin_with_nothing(const explore::WorkProgress& progress) override;
  [[nodiscard]] bool has_begun() const override { return state_.progress.begun; }
  [[nodiscard]] explore::WorkProgress progress() const override {
    return {state_.bound, state_.completed};
  }
  [[nodiscard]] bool has_next_bound() const override;
  void begin_next_bound() override;
  void take(uint64_t most, explore::Work& work) override;
  void give(std::span<const explore::WorkStep> work) override;
  [[nodiscard]] uint64_t room() const override { return items_.room(); }

 private:
  using State = PreemptionBoundState;
  using Memory = MemoryOf<Pace&>;

  PreemptionBound(Memory memory, explore::Journal& journal, uint32_t max_preemptions,
                  uint32_t phase_width, bool has_all);
  [[nodiscard]] static State first_state(uint32_t max_preemptions, uint32_t phase_width);
  WorkItems::ItemId next_item() final;
  void learn(std::span<const event::Event> log) final;
  void begin_pace_again();

  Pace& pace_;  // apart from the state, which is sealed: it decides nothing
  const uint32_t max_preemptions_;
  const uint32_t phase_width_;
  const bool has_all_;
};

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "explore/strategy.h"
#include "search/work_items.h"

#include <cstdint>

namespace heddle::search {

// Plain depth-first enumeration of every execution with at most that many
// preemptions, deepest alternative first: the reference that other strategies are
// measured against.
class DepthFirst final : public explore::PlainStrategy,
                         public explore::SharesWork,
                         public explore::GrowsMemory {
 public:
  // Starts over zeroed memory, or goes on over what another process left there.
  // Every change goes through the journal.
  DepthFirst(base::Region region, explore::Journal& journal, uint32_t max_preemptions);

  bool begin_execution(explore::Plan& plan) override;
  [[nodiscard]] explore::Asks start_execution() override { return explore::Asks::where_planned; }
  uint32_t choose(const event::SchedulePoint& point) override;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override;
  [[nodiscard]] explore::Coverage coverage() const override;
  void start_over() override;
  [[nodiscard]] explore::GrowsMemory* grows_memory() override { return this; }
  [[nodiscard]] explore::GrowingMemory growing_memory() override { return {items_.memory()}; }

  [[nodiscard]] explore::SharesWork* shares_work() override { return this; }
  void begin_with_nothing(const explore::WorkProgress& progress) override;
  [[nodiscard]] bool has_begun() const override { return state_.begun; }
  [[nodiscard]] explore::WorkProgress progress() const override { return {}; }
  [[nodiscard]] bool has_next_bound() const override { return false; }
  void begin_next_bound() override {}
  void take(uint64_t most, explore::Work& work) override;
  void give(std::span<const explore::WorkStep> work) override;
  [[nodiscard]] uint64_t room() const override { return items_.room(); }

 private:
  struct State {
    uint64_t epoch = 0;  // of the journal, when it was saved
    bool begun = false;
    bool overflowed = false;
    bool beyond = false;
    WorkItems::ItemId running = WorkItems::kNone;
    WorkItems::Stack stack;
    uint32_t seal = 0;
  };

  explore::Journal& journal_;
  State& state_;
  WorkItems items_;
  const uint32_t max_preemptions_;
};

}  // namespace heddle::search

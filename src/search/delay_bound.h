// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/level_search.h"

namespace heddle::search {

inline constexpr uint32_t kAllDelays = 0xffffffff;

// Iterative delay bounding: every execution with i delays of a deterministic scheduler
// before any with i + 1, up to a highest bound.
class DelayBound final : public LevelSearch {
 public:
  DelayBound(base::Region region, explore::Journal& journal, uint32_t max_delays);

  [[nodiscard]] explore::Asks start_execution() override { return explore::Asks::everywhere; }
  uint32_t choose(const event::SchedulePoint& point) override;
  [[nodiscard]] explore::Coverage coverage() const override;

 protected:
  void learn(std::span<const event::Event> log) override;
  void lay_down_last(explore::Plan& plan) override;

 private:
  void push_next(WorkItems::ItemId parent, uint32_t position, const event::Event& event,
                 uint32_t rank);

  const uint32_t max_delays_;
};

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/sampling.h"

#include <cstdint>

namespace heddle::search {

// Partial-order sampling: a random priority for every operation that a thread is about to
// do.
class PartialOrderSampling final : public Sampling {
 public:
  PartialOrderSampling(base::Region region, explore::Journal& journal,
                       const explore::Settings& settings)
      : Sampling(region, journal, settings) {}

 protected:
  [[nodiscard]] uint64_t priority(event::ThreadId thread,
                                  const event::SchedulePoint& point) const override;
  void begin() override;
  void step_done(uint32_t position, const event::SchedulePoint& now) override;

 private:
  uint32_t drawn_[event::kMaxThreads] = {};  // after how many steps its priority was drawn
  size_t threads_ = 0;                       // those behind it have not done anything
};

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/sampling.h"

namespace heddle::search {

// At every scheduling point each thread that can go on is as likely as any other.
class RandomWalk final : public Sampling {
 public:
  RandomWalk(base::Region region, explore::Journal& journal, const explore::Settings& settings)
      : Sampling(region, journal, settings) {}

 protected:
  [[nodiscard]] uint64_t priority(event::ThreadId thread,
                                  const event::SchedulePoint& point) const override;
};

}  // namespace heddle::search

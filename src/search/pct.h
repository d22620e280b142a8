// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/sampling.h"

namespace heddle::search {

// Probabilistic concurrency testing: threads run by priorities, which are lowered at a few
// random steps, so that a bug that needs few ordering constraints is found with a
// probability that can be told.
class Pct final : public Sampling {
 public:
  Pct(base::Region region, explore::Journal& journal, const explore::Settings& settings)
      : Sampling(region, journal, settings), bug_depth_(settings.bug_depth) {}

 protected:
  [[nodiscard]] uint64_t priority(event::ThreadId thread,
                                  const event::SchedulePoint& point) const override;

 private:
  [[nodiscard]] uint32_t change_point(uint32_t which) const;

  const uint32_t bug_depth_;
};

// A bug of that depth shows in an execution with at least this probability, if the program
// has at most so many threads and steps.
[[nodiscard]] double pct_probability(uint32_t threads, uint32_t steps, uint32_t bug_depth);

}  // namespace heddle::search

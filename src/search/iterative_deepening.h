// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/level_search.h"

namespace heddle::search {

// Depth-bounded searches one after the other, each deeper by some steps, until one has
// left nothing out.
class IterativeDeepening final : public LevelSearch {
 public:
  // No execution has more than `most_steps` steps.
  IterativeDeepening(base::Region region, explore::Journal& journal, uint32_t depth_step,
                     size_t most_steps, uint32_t max_preemptions)
      : LevelSearch(region, journal, most_steps / depth_step + 2, max_preemptions),
        depth_step_(depth_step) {}

 protected:
  void learn(std::span<const event::Event> log) override;

 private:
  const uint32_t depth_step_;
};

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/level_search.h"

namespace heddle::search {

// Depth-first search that tries choices in the first steps alone; from there on an
// execution goes by the default.
class DepthBound final : public LevelSearch {
 public:
  DepthBound(base::Region region, explore::Journal& journal, uint32_t depth,
             uint32_t max_preemptions)
      : LevelSearch(region, journal, 1, max_preemptions), depth_(depth) {}

 protected:
  void learn(std::span<const event::Event> log) override;

 private:
  const uint32_t depth_;
};

}  // namespace heddle::search

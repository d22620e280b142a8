// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/preemption_bound.h"

#include <cstdint>

namespace heddle::search {

// Plain depth-first enumeration of every execution with at most that many
// preemptions, deepest alternative first: the reference that other strategies are
// measured against.  A search by preemptions that does all of them in one phase.
class DepthFirst final : public PreemptionBound {
 public:
  DepthFirst(base::Region region, explore::Journal& journal, uint32_t max_preemptions)
      : PreemptionBound(region, journal, max_preemptions, max_preemptions) {}

  [[nodiscard]] explore::Coverage coverage() const override;
  [[nodiscard]] explore::SearchesBelow* searches_below() override { return nullptr; }
};

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#include "search/depth_first.h"

namespace heddle::search {

// Nothing is known of a bound before the whole search is over.
explore::Coverage DepthFirst::coverage() const {
  explore::Coverage coverage = PreemptionBound::coverage();
  coverage.left = {};
  return coverage;
}

}  // namespace heddle::search

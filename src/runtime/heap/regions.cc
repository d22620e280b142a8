// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/regions.h"

#include <algorithm>
#include <iterator>

namespace heddle::runtime {

uint64_t Granules::take(uint64_t first, uint64_t count) {
  uint64_t run = 0;
  for (uint64_t looked_at = 0; looked_at < 2 * kGranules; ++looked_at) {
    const uint64_t granule = (first + looked_at) % kGranules;
    run = granule == 0 ? 0 : run;
    run = is_taken(granule) ? 0 : run + 1;
    if (run == count) {
      const uint64_t begin = granule + 1 - count;
      for (uint64_t each = begin; each <= granule; ++each) {
        taken_[each / 64] |= uint64_t{1} << (each % 64);
      }
      any_ = true;
      return begin;
    }
  }
  return kGranules;
}

void Granules::give_back_all() {
  if (any_) {
    std::fill(std::begin(taken_), std::end(taken_), 0);
    any_ = false;
  }
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"

#include <cstdint>

namespace heddle::search {

// The random numbers of one execution.
//
// Each is a function of the seed, the number of the execution and what it is drawn for,
// so a run can be done again, and an execution be taken over by another process, without
// anything to hand on.
class Dice {
 public:
  Dice() = default;
  Dice(uint64_t seed, uint64_t execution) : start_(base::combine(base::mix(seed), execution)) {}

  // The `which`-th number for a purpose.
  [[nodiscard]] uint64_t roll(uint64_t purpose, uint64_t which) const {
    return base::combine(base::combine(start_, purpose), which);
  }

  // One of 0 to count - 1, each as likely as the others to within count / 2^32.
  [[nodiscard]] uint32_t below(uint32_t count, uint64_t purpose, uint64_t which) const {
    return static_cast<uint32_t>(((roll(purpose, which) >> 32) * count) >> 32);
  }

 private:
  uint64_t start_ = 0;
};

}  // namespace heddle::search

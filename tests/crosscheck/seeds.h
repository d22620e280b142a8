// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "naive.h"
#include "shrink.h"
#include "words.h"

#include <cstdint>
#include <functional>

namespace heddle::crosscheck {

using Make = std::function<Program(uint64_t seed)>;

// Checks the programs of `count` seeds from `first` on.  The first one of which not
// all is well is a test failure that shows its seed and what it shrinks to.
// HEDDLE_CROSSCHECK_SEED=<seed> checks that one alone, in the test that showed it.
void check_seeds(uint64_t first, uint64_t count, const Make& make, const Check& check);

// Another one in every run; a failure shows the program's own.
[[nodiscard]] uint64_t fresh_seed();

// Checks programs of seeds from a fresh one on, for so many seconds, and prints which they were.
// HEDDLE_CROSSCHECK_SECONDS=<number> takes another time.
void check_fresh_seeds(double seconds, const Make& make, const Check& check);

}  // namespace heddle::crosscheck

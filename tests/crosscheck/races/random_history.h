// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history.h"

#include <cstdint>

namespace heddle::crosscheck::races {

// A random execution of up to five threads: the same one for the same seed.  It uses some of
// the ways to synchronize; accesses are to a few words, at all offsets.
[[nodiscard]] History random_history(uint64_t seed);

}  // namespace heddle::crosscheck::races

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "supervise/exploration.h"

namespace heddle::supervise {

// What the workers of one search say, as if one had done it all.
void add_to(Exploration& sum, const Exploration& part);

}  // namespace heddle::supervise

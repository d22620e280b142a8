// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "supervise/exploration.h"

namespace heddle::supervise {

// What the workers of one search say, as if one had done it all.  A state that two of them have
// reached counts twice.
void add_to(explore::Estimate& sum, const explore::Estimate& part);
void add_to(verdict::Exploration& sum, const verdict::Exploration& part);

}  // namespace heddle::supervise

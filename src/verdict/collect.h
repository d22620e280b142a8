// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/exploration.h"

namespace heddle::verdict {

// What any search has left in its arena, whatever it has run.
void collect_search(explore::Arena& arena, Exploration& result);

// The end of the curve is what was counted in the end.
void add_last_sample(Exploration& result);

}  // namespace heddle::verdict

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "verdict/exploration.h"

namespace heddle::supervise {

// Writes it into an arena whose search has not begun.
void lay_down(const verdict::Visibility& visibility, explore::Arena& arena);

// What the arena has at the end of its search.
[[nodiscard]] verdict::Visibility visibility_in(const explore::Arena& arena);

}  // namespace heddle::supervise

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/arena.h"
#include "verdict/exploration.h"

namespace heddle::supervise {

// Writes it into an arena whose search has not begun.
void lay_down(const verdict::Visibility& visibility, process::Arena& arena);

// What the arena has at the end of its search.
[[nodiscard]] verdict::Visibility visibility_in(const process::Arena& arena);

}  // namespace heddle::supervise

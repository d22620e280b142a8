// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/outcome.h"
#include "process/arena.h"

namespace heddle::process {

// How the execution under way ended, from what it said itself and how its process
// ended: one that died without a word crashed, ended past heddle's eyes, or was
// stuck and had to be killed.
[[nodiscard]] event::Outcome outcome_of_process(Arena& arena, int wait_status);

}  // namespace heddle::process

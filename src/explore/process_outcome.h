// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/outcome.h"

namespace heddle::explore {

// How an execution ended, from what it said itself and how its process ended: one
// that died without a word crashed, ended past heddle's eyes, or was `stuck` and
// had to be killed.
[[nodiscard]] event::Outcome outcome_of_process(const event::Outcome& said, int wait_status,
                                                bool stuck);

}  // namespace heddle::explore

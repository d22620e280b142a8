// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/rounds.h"
#include "verdict/run_facts.h"
#include "verdict/summary.h"

namespace heddle::verdict {

// What was counted on the way, and what is worth a note.
void count(const Rounds& rounds, const RunFacts& facts, Summary& summary);

// Cumulative, up to the highest bound that was met or, by the summary, is known to be done.
void count_by_bound(const Rounds& rounds, Summary& summary);

// All that was left to do is deeper than the strategy goes.
[[nodiscard]] bool is_cut_by_depth(const explore::Counters& counters);

}  // namespace heddle::verdict

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"
#include "report/coverage.h"
#include "report/summary.h"
#include "supervise/rounds.h"

namespace heddle::cli {

// What was counted on the way, and what is worth a note.
void count(const supervise::Rounds& rounds, const RunPlan& plan, report::Summary& summary);

// Cumulative, up to the highest bound that was met or, by the summary, is known to be done.
void count_by_bound(const supervise::Rounds& rounds, report::Summary& summary);

// How much was covered when.
[[nodiscard]] report::Coverage samples_of(const supervise::Exploration& explored);

// All that was left to do is deeper than the strategy goes.
[[nodiscard]] bool is_cut_by_depth(const explore::Counters& counters);

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/rounds.h"
#include "verdict/run_facts.h"
#include "verdict/summary.h"

namespace heddle::verdict {

// What a guarantee rests on: fills in the summary's assumptions.
void state_assumptions(const Rounds& rounds, const RunFacts& facts, Summary& summary);

}  // namespace heddle::verdict

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/rounds.h"
#include "verdict/run_facts.h"
#include "verdict/summary.h"

#include <string>

namespace heddle::verdict {

// What may be said of an exploration without a finding: fills in the summary's
// completed bound, statement, assumptions and what was not controlled.  The
// statement is left empty where it would not be true.
void state_guarantee(const Rounds& rounds, const RunFacts& facts, Summary& summary);

// Why there is none, if executions were not seen to their end: counters.unseen is not 0.
[[nodiscard]] std::string not_seen_to_its_end(const explore::Counters& counters,
                                              const std::string& program);

// What was asked for has been done.
[[nodiscard]] bool is_complete(const Summary& summary);

// Nothing is guaranteed.
void forget_what_is_covered(Summary& summary);

}  // namespace heddle::verdict

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/summary.h"
#include "supervise/rounds.h"

namespace heddle::cli {

// What may be said of an exploration without a finding: fills in the summary's
// completed bound, statement, assumptions and what was not controlled.  The
// statement is left empty where it would not be true.
void state_guarantee(const supervise::Rounds& rounds, const supervise::Program& program,
                     bool input_ended, report::Summary& summary);

}  // namespace heddle::cli

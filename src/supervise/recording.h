// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/arena.h"
#include "supervise/program.h"
#include "supervise/symbolizer.h"
#include "trace/trace.h"

namespace heddle::supervise {

// The execution that was run last in `arena`, with its addresses turned into
// lines and names.
trace::Trace recording_of(process::Arena& arena, const Program& program, Symbols& symbols);

// The same up to a race that it has shown, as if that had ended it.
trace::Trace recording_of(process::Arena& arena, const process::RaceRecord& race,
                          const Program& program, Symbols& symbols);

}  // namespace heddle::supervise

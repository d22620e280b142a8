// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "supervise/program.h"
#include "trace/trace.h"

namespace heddle::supervise {

// The execution that was run last in `arena`, with its addresses turned into
// lines and names.
trace::Trace recording_of(explore::Arena& arena, const Program& program);

}  // namespace heddle::supervise

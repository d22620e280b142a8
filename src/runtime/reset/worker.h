// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/explorer.h"
#include "explore/schedule_log.h"

namespace heddle::runtime {

// In the server, before the first worker: memory to compare executions in, and how often to.
void prepare_references();

// `--reset snapshot` and `--reset loop`: one execution after another in this process,
// which ends when there are none left or it cannot go on.
[[noreturn]] void work_in_place(explore::Explorer& explorer,
                                const explore::ScheduleLog& schedule_log);

// An execution in place needs more threads than are ready.
[[noreturn, gnu::noinline, gnu::cold]] void stop_for_more_threads();

}  // namespace heddle::runtime

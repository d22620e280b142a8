// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "process/records.h"

namespace heddle::runtime {

// Where a thread stands, for a report.
[[gnu::noinline, gnu::cold]] process::ThreadRecord record_of_thread(event::ThreadId id);

// What each thread is about to do, for a reduction: written to the arena.
void tell_waiting();

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

namespace heddle::runtime {

// Writes down for a report where a thread stands at the end of an execution.
[[gnu::noinline, gnu::cold]] void describe_thread(event::ThreadId id);

}  // namespace heddle::runtime

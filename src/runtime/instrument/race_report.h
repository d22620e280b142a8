// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "detect/race.h"
#include "runtime/instrument/watch.h"

// What the race detector has found, as a finding.
namespace heddle::runtime {

// Ends the execution, unless the race is known.
void tell_of_race(const detect::Races::Found& found);

// Ends the execution if memory was freed that it uses.
void end_if_freed(const Seen& seen);

// Ends the execution: the memory was freed.
[[noreturn, gnu::noinline, gnu::cold]] void end_with_use_after_free(const Seen& seen);

}  // namespace heddle::runtime

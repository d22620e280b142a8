// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"

// The curve of a search: how much it has covered after how many executions.
//
// A search takes its samples itself, into the arena.  If several workers share it, none of them
// knows the whole: then the supervisor adds up what they say, and keeps the samples in the arena of
// the first.
namespace heddle::explore {

// What a sample of these counts is.
[[nodiscard]] SampleRecord sample_of(const Counters& counters);

// Takes a sample, if the counts are worth one: when a bound has been completed, and in between so
// that there are at most 64 to a power of ten, however long the search is.
void take_sample(const Counters& counters, base::List<SampleRecord>& samples);

}  // namespace heddle::explore

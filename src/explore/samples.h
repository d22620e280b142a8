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

// Whether the counts are worth a sample: when a bound has been completed, and in between so that
// there are at most 64 to a power of ten, however long the search is.
[[nodiscard]] bool is_sample_due(const Counters& counters, const base::List<SampleRecord>& samples);

// Takes one then.
void take_sample(const Counters& counters, base::List<SampleRecord>& samples);

}  // namespace heddle::explore

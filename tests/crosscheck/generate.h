// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "words.h"

#include <cstdint>

namespace heddle::crosscheck {

// A random program of two to four threads with at most four ops each, on objects
// of a few families: the same one for the same seed.  Most locks are unlocked and
// most waits have somebody who could end them, but by no means all.
[[nodiscard]] Program random_program(uint64_t seed);

// One in which the code after its operations uses things outside objects and memory, finished once
// flags among them.
[[nodiscard]] Program random_using_program(uint64_t seed);

// One whose threads also yield and sleep, for no reason.
[[nodiscard]] Program random_yielding_program(uint64_t seed);

// One in which some threads spin until others have raised a flag, which these do
// whatever happens.  Every fair execution of it comes to an end.
[[nodiscard]] Program random_spinning_program(uint64_t seed, size_t spinners);

// One in which threads take a variable until it was zero, give it back or not, and wait for one of
// two to be zero.  It may wait for ever.
[[nodiscard]] Program random_waiting_program(uint64_t seed);

// One in which executions end early: an assumption does not hold, a thread aborts, or ends the
// process while others run.
[[nodiscard]] Program random_stopping_program(uint64_t seed);

// One of up to five threads in groups that have little to do with each other, which the first
// thread creates and joins.
[[nodiscard]] Program random_grouped_program(uint64_t seed);

// One of any of these kinds, with steps before which threads are not preempted.
[[nodiscard]] Program random_pinned_program(uint64_t seed);

// One of threads that meet at barriers, again and again.
[[nodiscard]] Program random_meeting_program(uint64_t seed);

// The program without the last op of its longest thread.
[[nodiscard]] Program shortened(Program program);

}  // namespace heddle::crosscheck

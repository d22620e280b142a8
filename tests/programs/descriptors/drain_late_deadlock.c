// SPDX-License-Identifier: Apache-2.0
//
// A loop looks into its queue, and empties the pipe that it is woken by only then: a wake-up in
// between is lost.  The read that empties it does not wait, so only --visible all stops before it.
//
// RUN: heddle run --visible all %t
// EXPECT: deadlock preemptions=2
// RUN: heddle run --visible all --threads os --reset fork %t
// EXPECT: deadlock preemptions=2
// RUN: heddle run --visible all --reduction none %t
// EXPECT: deadlock preemptions=2
#define DRAINS_FIRST 0
#include "parts/drain.h"

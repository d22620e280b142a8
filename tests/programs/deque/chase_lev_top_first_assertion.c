// SPDX-License-Identifier: Apache-2.0
//
// The deque of Chase and Lev, whose owner reads the top before it takes back the bottom.  Preempted
// between the two, it lets the thief steal both items, and pops the second one again: by what it
// has read there are two, and no need for a compare-exchange.  One preemption.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 %t
// EXPECT: assertion preemptions=1
#define TOP_FIRST
#include "chase_lev.h"

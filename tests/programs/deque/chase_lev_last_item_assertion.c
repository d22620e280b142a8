// SPDX-License-Identifier: Apache-2.0
//
// The deque of Chase and Lev, whose owner takes the last item without a compare-exchange.  The
// owner has pushed (preempted); the thief has looked, and is left before its compare-exchange (a
// second preemption); the owner pops the item, and the thief gets it, too.  With one preemption the
// thief does all of its steal, or the owner all of its pops, in one go: a thief that comes after
// the owner has taken back the bottom finds nothing, and one that was done before has moved the
// top.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=2
#define LAST_ITEM_UNGUARDED
#include "chase_lev.h"

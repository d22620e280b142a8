// SPDX-License-Identifier: Apache-2.0
//
// The deque of Chase and Lev, whose owner publishes an item with a relaxed store: the thief gets
// the item, but what is in it is not ordered before that.  One preemption, of the owner between
// push and pop; without one the owner pops its items itself, and pop stores the bottom in
// sequential order.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 %t
// EXPECT: race preemptions=1
#define RELAXED_PUSH
#include "chase_lev.h"

// SPDX-License-Identifier: Apache-2.0
//
// A work-stealing queue whose owner looks whether there is an item before it takes the tail back,
// and not after: a thief that comes in between takes the same item.  One preemption, in the owner.
//
// Thieves yield while they wait, up to 16 times before fairness acts on every eighth yield; where
// it acts on each, the bug shows among the first hundred executions.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 --fair-every 1 %t
// EXPECT: clean
// RUN: heddle run --executions 1000 %t
// EXPECT: assertion preemptions=1
#define LOOKS_FIRST
#include "interlocked.h"

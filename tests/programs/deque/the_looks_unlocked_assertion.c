// SPDX-License-Identifier: Apache-2.0
//
// The work-stealing deque of the Cilk system (THE), whose thief holds the lock only while it moves
// the head, not while it looks at the tail.
//
// As in the_gives_up the item is lost if both give up, and now the owner's look under the lock does
// not keep the thief from looking meanwhile.  The thief must have moved the head and not yet put it
// back when the owner looks for the last time, and it must look at the tail while the owner has it
// taken back.  So both are left in the middle: two preemptions.  If the one that is left waits for
// the lock, the other goes on to its end, or puts its index back first.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=2
#define LOOKS_UNLOCKED
#include "the.h"

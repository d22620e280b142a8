// SPDX-License-Identifier: Apache-2.0
//
// The work-stealing deque of the Cilk system (THE), whose owner gives up when it has met the thief
// at the last item, instead of looking again under the lock.
//
// The item is lost if both give up.  The owner does if it sees the thief's head, the thief if it
// sees the owner's tail: each must have written before the other looks, and must not take back what
// it wrote before the other has looked.  So both are left in the middle, once, and both are enabled
// there: two preemptions.  With one, the thread that was not left has run from its beginning to its
// end: it has put its index back if it gave up, and the other one finds the item.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=2
#define GIVES_UP
#include "the.h"

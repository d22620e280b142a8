// SPDX-License-Identifier: Apache-2.0
//
// The work-stealing deque of the Cilk system (THE), whose owner looks at the head before it takes
// back the tail.  With one item: preempted between the two, the owner lets the thief steal it, and
// then pops it as well.  One preemption; without one pop and steal are done in one go.
//
// BUILD: heddle
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#define LOOKS_FIRST
#include "the.h"

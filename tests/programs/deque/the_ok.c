// SPDX-License-Identifier: Apache-2.0
//
// The work-stealing deque of the Cilk system (THE), as it should be.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "the.h"

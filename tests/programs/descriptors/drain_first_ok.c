// SPDX-License-Identifier: Apache-2.0
//
// drain_late_deadlock.c, in the right order.
//
// RUN: heddle run --visible all %t
// EXPECT: clean
// RUN: heddle run --visible all --threads os --reset fork --preemptions 1 %t
// EXPECT: clean
#define DRAINS_FIRST 1
#include "parts/drain.h"

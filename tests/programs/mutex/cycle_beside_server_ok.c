// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of cycle_beside_server_deadlock: both take the locks in the same order.
//
// RUN: heddle run --preemptions 0 --fair-every 1 %t
// EXPECT: clean
#define IN_ORDER
#include "cycle_beside_server_deadlock.c"

// SPDX-License-Identifier: Apache-2.0
//
// file_locks_deadlock.c, in one order.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --threads os --reset fork %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 1 %t
// EXPECT: clean
#define SECOND 0
#include "parts/file_locks.h"

// SPDX-License-Identifier: Apache-2.0
//
// closed_while_read_deadlock.c, where the end that is written to is closed.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --threads os --reset fork %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 1 %t
// EXPECT: clean
#define CLOSES 1
#include "parts/closed_while_read.h"

// SPDX-License-Identifier: Apache-2.0
//
// wake_before_queue_deadlock.c, in the right order.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reduction none %t
// EXPECT: clean
// RUN: heddle run --reset fork %t
// EXPECT: clean
#define WAKES_FIRST 0
#include "parts/event_loop.h"

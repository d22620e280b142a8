// SPDX-License-Identifier: Apache-2.0
//
// An event loop is woken by an eventfd before the work is in its queue: if it looks at once, it
// finds nothing, and waits for ever.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
// RUN: heddle run --reduction none %t
// EXPECT: deadlock preemptions=1
// RUN: heddle run --reset fork %t
// EXPECT: deadlock preemptions=1
#define WAKES_FIRST 1
#include "parts/event_loop.h"

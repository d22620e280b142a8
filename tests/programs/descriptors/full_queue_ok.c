// SPDX-License-Identifier: Apache-2.0
//
// More clients than the queue of the listener has room for: they wait until others are accepted.
//
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --threads os --reset fork --preemptions 0 %t
// EXPECT: clean
#define ACCEPTED 3
#include "parts/full_queue.h"

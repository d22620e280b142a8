// SPDX-License-Identifier: Apache-2.0
//
// What is written to a stream stays in its buffer, and the other thread waits for it.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --reset fork %t
// EXPECT: deadlock preemptions=0
#define FLUSHES 0
#include "parts/streams.h"

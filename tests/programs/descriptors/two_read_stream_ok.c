// SPDX-License-Identifier: Apache-2.0
//
// Two threads read lines of one stream, the first of which comes in two parts: one line each.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --threads os --reset fork --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 1 %t
// EXPECT: clean
#define LINES 2
#include "parts/two_read_stream.h"

// SPDX-License-Identifier: Apache-2.0
//
// Streams over pipes: lines, bytes, blocks and words, in pieces that are none of these.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --threads os --reset fork --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 1 %t
// EXPECT: clean
#define FLUSHES 1
#include "parts/streams.h"

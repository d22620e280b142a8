// SPDX-License-Identifier: Apache-2.0
//
// Writes of more than a pipe or a socket has room for come through piece by piece, while others
// read.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --threads os --reset fork --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 0 %t
// EXPECT: clean
#define READS_BESIDE 1
#include "parts/large_write.h"

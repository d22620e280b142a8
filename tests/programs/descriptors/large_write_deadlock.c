// SPDX-License-Identifier: Apache-2.0
//
// All is written before anybody reads, and it is more than there is room for.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --reset fork %t
// EXPECT: deadlock preemptions=0
#define READS_BESIDE 0
#include "parts/large_write.h"

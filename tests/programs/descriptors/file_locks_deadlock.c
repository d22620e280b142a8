// SPDX-License-Identifier: Apache-2.0
//
// Two locks on files, taken in opposite orders.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --reset fork %t
// EXPECT: deadlock preemptions=0
#define SECOND 1
#include "parts/file_locks.h"

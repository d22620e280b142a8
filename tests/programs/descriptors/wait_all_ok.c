// SPDX-License-Identifier: Apache-2.0
//
// A receive that waits for all of a message, which comes in two parts, and for several datagrams.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --threads os --reset fork --preemptions 1 %t
// EXPECT: clean
#define SENDS_ALL 1
#include "parts/wait_all.h"

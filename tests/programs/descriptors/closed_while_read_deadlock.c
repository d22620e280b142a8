// SPDX-License-Identifier: Apache-2.0
//
// A thread is to be ended by closing the pipe that it reads from; but who waits there goes on
// waiting.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --reset fork %t
// EXPECT: deadlock preemptions=0
#define CLOSES 0
#include "parts/closed_while_read.h"

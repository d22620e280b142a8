// SPDX-License-Identifier: Apache-2.0
//
// One thread takes the signals of all, and another one sends them.
//
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --threads os --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --reset fork --reduction none --preemptions 1 %t
// EXPECT: clean
#define SENT 2
#include "parts/signal_thread.h"

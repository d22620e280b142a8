// SPDX-License-Identifier: Apache-2.0
//
// signal_thread_ok.c, where the last signal is never sent.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --preemptions 1 %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --reset fork %t
// EXPECT: deadlock preemptions=0
#define SENT 1
#include "parts/signal_thread.h"

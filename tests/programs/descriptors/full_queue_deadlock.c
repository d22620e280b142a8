// SPDX-License-Identifier: Apache-2.0
//
// full_queue_ok.c, where the last client finds nobody who accepts it.
//
// RUN: heddle run --preemptions 1 %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --reset fork %t
// EXPECT: deadlock preemptions=0
#define ACCEPTED 1
#include "parts/full_queue.h"

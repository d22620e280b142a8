// SPDX-License-Identifier: Apache-2.0
//
// The second part of the message is sent only when the first was answered.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --reset fork %t
// EXPECT: deadlock preemptions=0
#define SENDS_ALL 0
#include "parts/wait_all.h"

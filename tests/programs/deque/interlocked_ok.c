// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of interlocked_looks_first_assertion.
//
// BUILD: heddle
// RUN: heddle run --preemptions 1 --fair-every 1 %t
// EXPECT: clean
#include "interlocked.h"

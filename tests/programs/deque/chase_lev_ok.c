// SPDX-License-Identifier: Apache-2.0
//
// The deque of Chase and Lev, as it should be.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "chase_lev.h"

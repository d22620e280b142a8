// SPDX-License-Identifier: Apache-2.0
//
// two_read_stream_ok.c with one line: the other thread waits for the stream for ever.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
// RUN: heddle run --threads os --reset fork %t
// EXPECT: deadlock preemptions=0
#define LINES 1
#include "parts/two_read_stream.h"

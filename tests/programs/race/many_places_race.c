// SPDX-License-Identifier: Apache-2.0
//
// One thread writes 130 variables at as many places while another one reads them.  Each is a race
// of its own, and one execution shows them all.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
// RUN: heddle run --races visible --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run --races ignore %t
// EXPECT: clean
#include "../run_threads.h"
#include "many_places.h"

static int sum;

static void read_them(void) { sum = sum_of_all(); }

int main(void) {
  run_both(write_all, read_them);
  return sum >= 0 && sum <= 130 ? 0 : 1;
}

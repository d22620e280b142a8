// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of overlapping_sizes_race: the byte after the word.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdint.h>

static struct {
  uint64_t word;
  unsigned char after;
} shared;
static uint64_t seen;

static void write_byte(void) { shared.after = 1; }

static void read_word(void) { seen = shared.word; }

int main(void) {
  run_both(write_byte, read_word);
  return seen == 0 || seen == (uint64_t)1 << 40 ? 0 : 1;
}

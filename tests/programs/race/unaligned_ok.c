// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of unaligned_race: the first byte that is not in the word.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stdint.h>

#pragma pack(push, 1)
static struct {
  char before[6];
  uint32_t word;
  char after[6];
} shared;
#pragma pack(pop)
static uint32_t seen;

static void write_byte(void) { shared.after[0] = 1; }

static void read_word(void) { seen = shared.word; }

int main(void) {
  run_both(write_byte, read_word);
  return seen == 0 || seen == (uint32_t)1 << 24 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// A byte is written in the middle of a word that another thread reads as a whole.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <stdint.h>

static struct {
  uint64_t word;
  unsigned char after;
} shared;
static uint64_t seen;

static void write_byte(void) { ((unsigned char*)&shared.word)[5] = 1; }

static void read_word(void) { seen = shared.word; }

int main(void) {
  run_both(write_byte, read_word);
  return seen == 0 || seen == (uint64_t)1 << 40 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// A word that lies across two aligned ones is read, and a byte in its second half written.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
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

static void write_byte(void) { ((volatile char*)&shared)[9] = 1; }

static void read_word(void) { seen = shared.word; }

int main(void) {
  run_both(write_byte, read_word);
  return seen == 0 || seen == (uint32_t)1 << 24 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// Globals and static locals, in .data and .bss, also where only a few pages of much are touched.
#include "portrait.h"

enum { MEGABYTE = 1 << 20 };

static int counter = 7;
static char zeros[MEGABYTE];
static char ones[MEGABYTE] = {1};
static const char* text = "as it was";

static int calls(void) {
  static int count = 0;
  return ++count;
}

static void in_thread(int id) {
  counter += id + 1;
  zeros[4096 * (17 + id)]++;
  calls();
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(counter == 7);
  EXPECT(strcmp(text, "as it was") == 0);
  EXPECT(calls() == 1);
  EXPECT(ones[0] == 1);
  for (int i = 0; i < MEGABYTE; i += 512) {
    EXPECT(zeros[i] == 0);
    EXPECT(i == 0 || ones[i] == 0);
  }
  for (int i = 1; i < MEGABYTE; i += 100 * 1024 + 512) {
    zeros[i & ~511]++;
    ones[i & ~511]++;
  }
  text = "changed";
  run_threads(in_thread);
  return calls() == 4 && counter == 10 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
//
// Standard input, read half in three ways.
#include "portrait.h"

static void in_thread(int id) {
  int number = 0;
  (void)id;
  EXPECT(scanf("%d", &number) == 1);
  EXPECT(number == 12 || number == 34);
}

int main(int argc, char** argv) {
  char bytes[3];
  char word[16];
  begin(argc, argv);
  EXPECT(read(0, bytes, sizeof bytes) == 3);
  EXPECT(memcmp(bytes, "fir", 3) == 0);
  EXPECT(getchar() == 's');
  EXPECT(scanf("%15s", word) == 1 && strcmp(word, "t") == 0);
  EXPECT(scanf("%15s", word) == 1 && strcmp(word, "second") == 0);
  run_threads(in_thread);
  return 0;
}

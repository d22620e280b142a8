// SPDX-License-Identifier: Apache-2.0
//
// Descriptors that an execution closes, or puts others in place of.
//
// INHERITS: 9
// OUTPUT: 1
#include "portrait.h"

static int before_main = -1;

__attribute__((constructor)) static void open_before_main(void) {
  before_main = open("/dev/zero", O_RDONLY);
}

int main(int argc, char** argv) {
  char byte = 1;
  begin(argc, argv);
  EXPECT(read(before_main, &byte, 1) == 1 && byte == 0);
  EXPECT(read(0, &byte, 1) == 1 && byte == 'f');
  EXPECT(read(9, &byte, 1) == 1 && byte == '5');
  EXPECT(write(1, "| written\n", 10) == 10);
  const int nowhere = open("/dev/null", O_WRONLY);
  EXPECT(close(0) == 0);
  EXPECT(dup2(nowhere, 1) == 1);
  EXPECT(dup2(nowhere, 9) == 9);
  EXPECT(close(before_main) == 0);
  EXPECT(close(2) == 0);
  run_threads(NULL);
  EXPECT(write(1, "| not seen\n", 11) == 11);
  return 0;
}

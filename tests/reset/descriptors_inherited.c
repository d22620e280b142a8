// SPDX-License-Identifier: Apache-2.0
//
// Descriptor 9, inherited, of a file of ten digits, standing at 5: its offset and flags.
//
// INHERITS: 9
#include "portrait.h"

int main(int argc, char** argv) {
  char bytes[4];
  begin(argc, argv);
  EXPECT(lseek(9, 0, SEEK_CUR) == 5);
  EXPECT((fcntl(9, F_GETFL) & (O_APPEND | O_NONBLOCK)) == 0);
  EXPECT((fcntl(9, F_GETFD) & FD_CLOEXEC) == 0);
  EXPECT(read(9, bytes, 2) == 2);
  EXPECT(memcmp(bytes, "56", 2) == 0);
  run_threads(NULL);
  EXPECT(read(9, bytes, 4) == 3);
  EXPECT(fcntl(9, F_SETFL, O_APPEND | O_NONBLOCK) == 0);
  EXPECT(fcntl(9, F_SETFD, FD_CLOEXEC) == 0);
  EXPECT(fcntl(0, F_SETFL, O_NONBLOCK) == 0);
  return 0;
}

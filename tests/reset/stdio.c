// SPDX-License-Identifier: Apache-2.0
//
// Streams: output that was never written out, buffers of the program's own, characters put back,
// a file read half.
//
// OUTPUT: 2
#include "portrait.h"

#include <stdio_ext.h>

static FILE* half_read;

__attribute__((constructor)) static void open_before_main(void) {
  half_read = fopen("/proc/self/cmdline", "r");
}

int main(int argc, char** argv) {
  static char buffer[4096];
  begin(argc, argv);
  remember_number("stdout-fill", (long)__fpending(stdout));
  remember_number("stdout-bytes", (long)__fbufsize(stdout));
  EXPECT(ftell(half_read) == 0);
  EXPECT(fgetc(half_read) == argv[0][0]);
  EXPECT(ungetc('!', half_read) == '!');
  EXPECT(fgetc(half_read) == '!');
  EXPECT(ungetc('?', half_read) == '?');

  EXPECT(getchar() == 'f');
  EXPECT(ungetc('#', stdin) == '#');

  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  printf("| first\n");
  run_threads(NULL);
  printf("| second\n");
  fputs("never seen", stdin);  // an error, and stdin remembers it
  EXPECT(ferror(stdin));
  fputs("x\n", stderr);
  return 0;
}

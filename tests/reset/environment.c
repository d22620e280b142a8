// SPDX-License-Identifier: Apache-2.0
//
// The environment and the arguments: changed, added to, replaced.
#include "portrait.h"

static char* replaced[] = {(char*)"ONLY=this", NULL};

static void in_thread(int id) { setenv("BY_A_THREAD", id == 0 ? "0" : "1", 1); }

int main(int argc, char** argv) {
  static char put[] = "PUT=value";
  begin(argc, argv);
  EXPECT(environ != replaced);
  EXPECT(getenv("ADDED") == NULL && getenv("PUT") == NULL && getenv("BY_A_THREAD") == NULL);
  EXPECT(getenv("PATH") != NULL);
  EXPECT(strcmp(put, "PUT=value") == 0);
  EXPECT(argv[0][0] == '/');
  setenv("ADDED", "a value that is longer than nothing", 1);
  setenv("PATH", "/nowhere", 1);
  unsetenv("HOME");
  putenv(put);
  put[4] = 'V';
  char* directly = getenv("ADDED");
  directly[0] = 'A';
  run_threads(in_thread);
  argv[0][0] = 'X';
  environ = replaced;
  EXPECT(getenv("PATH") == NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Fails at once.  Looks at the variables that are its arguments, so that they belong to a trace,
// and prints their values, its directory and its input.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  char directory[4096];
  for (int i = 1; i < argc; i++) {
    const char* value = getenv(argv[i]);
    printf("%s=%s\n", argv[i], value == NULL ? "(none)" : value);
  }
  printf("in %s\n", getcwd(directory, sizeof directory));
  for (int letter = getchar(); letter != EOF; letter = getchar()) {
    putchar(letter);
  }
  return 3;
}

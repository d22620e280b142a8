// SPDX-License-Identifier: Apache-2.0
// Status 0 if the arguments are --flag and "two words", and nothing else.
#include <string.h>

int main(int argc, char** argv) {
  return argc == 3 && strcmp(argv[1], "--flag") == 0 && strcmp(argv[2], "two words") == 0 ? 0 : 1;
}

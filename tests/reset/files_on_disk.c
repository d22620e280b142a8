// SPDX-License-Identifier: Apache-2.0
//
// No reset puts back a file on disk, so that the program writes one has to be said.
//
// UNCONTROLLED: changes to files on disk
#include "portrait.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  char path[4096];
  snprintf(path, sizeof path, "%s.file", reset_notes);
  FILE* file = fopen(path, "a");
  EXPECT(file != NULL);
  fprintf(file, "a line\n");
  run_threads(NULL);
  return fclose(file);
}

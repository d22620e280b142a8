// SPDX-License-Identifier: Apache-2.0
//
// The variables, thread-local ones too, of a shared library that the program is linked with.
#include "portrait.h"

int library_calls(void);
int library_calls_by_thread(void);
extern int library_constructed;

static void in_thread(int id) {
  (void)id;
  library_calls();
  EXPECT(library_calls_by_thread() == 12);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(library_constructed == 1);
  EXPECT(library_calls() == 1);
  EXPECT(library_calls_by_thread() == 12);
  run_threads(in_thread);
  EXPECT(library_calls() == 4);
  return 0;
}

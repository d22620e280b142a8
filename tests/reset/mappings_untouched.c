// SPDX-License-Identifier: Apache-2.0
//
// Memory that is given up without being written to: a page of data made zero by madvise, one of the
// program's own replaced by a mapping, one of its constants made writable and changed.
#include "portrait.h"

enum { PAGE = 4096 };

static char data[4 * PAGE] __attribute__((aligned(4096))) = "one";
static const volatile char constant[2 * PAGE] __attribute__((aligned(4096))) = "two";

static void in_thread(int id) {
  if (id == 0) {
    EXPECT(madvise(data, PAGE, MADV_DONTNEED) == 0);
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(strcmp(data, "one") == 0);
  EXPECT(data[PAGE] == 0 && data[3 * PAGE] == 0);
  EXPECT(constant[0] == 't');
  run_threads(in_thread);
  char* there = (char*)mmap(data + PAGE, PAGE, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  EXPECT(there == data + PAGE);
  there[0] = 'x';
  char* writable = (char*)(unsigned long)constant;
  EXPECT(mprotect(writable, PAGE, PROT_READ | PROT_WRITE) == 0);
  writable[0] = 'x';
  return 0;
}

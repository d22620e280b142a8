// SPDX-License-Identifier: Apache-2.0
//
// Shared memory without a name, made before main: memory of this program like any other.  Copies
// made by fork share it with each other, and no snapshot puts it back: docs/reference/limits.md
// says so.
//
// EXCEPT: fork userfaultfd mprotect os os-fork
#include "portrait.h"

enum { PAGES = 16, PAGE = 4096 };

static char* shared;

__attribute__((constructor)) static void map_before_main(void) {
  shared =
      (char*)mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  shared[PAGE] = 'k';
}

static void in_thread(int id) { shared[(2 + id) * PAGE]++; }

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(shared[0] == 0);
  EXPECT(shared[PAGE] == 'k');
  EXPECT(shared[2 * PAGE] == 0 && shared[3 * PAGE] == 0);
  shared[0] = shared[PAGE] = 'x';
  run_threads(in_thread);
  return 0;
}

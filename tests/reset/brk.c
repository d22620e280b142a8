// SPDX-License-Identifier: Apache-2.0
//
// The break grows by a page and by much; what it gives is zero in every execution.
#include "portrait.h"

static void grow(long bytes) {
  char* memory = (char*)sbrk(bytes);
  EXPECT(memory != (void*)-1);
  for (long i = 0; i < bytes; i += 1024) {
    EXPECT(memory[i] == 0);
    memory[i] = 1;
  }
}

static void in_thread(int id) { grow(4096 * (id + 1)); }

int main(int argc, char** argv) {
  begin(argc, argv);
  remember_address("break", sbrk(0));
  grow(4096);
  grow(3 << 20);
  run_threads(in_thread);
  return 0;
}

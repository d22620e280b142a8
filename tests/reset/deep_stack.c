// SPDX-License-Identifier: Apache-2.0
//
// Much of the stack is used; what lies on it before anybody has written there is what it was.
#include "portrait.h"

#include <alloca.h>

__attribute__((noinline)) static void fill(size_t bytes, char value) {
  volatile char* memory = (volatile char*)alloca(bytes);
  for (size_t i = 0; i < bytes; i++) {
    memory[i] = value;
  }
}

static void in_thread(int id) {
  if (reset_trait('s')) {
    remember_number(id == 0 ? "below-0" : "below-1", hash_below(100 << 10));
  }
  remember_address(id == 0 ? "frame-0" : "frame-1", __builtin_frame_address(0));
  fill(150 << 10, (char)(id + 1));
}

int main(int argc, char** argv) {
  const long below = hash_below(400 << 10);
  begin(argc, argv);
  if (reset_trait('s')) {
    remember_number("below", below);
  }
  fill(200 << 10, 'x');
  run_threads(in_thread);
  fill(1 << 20, 'y');
  return 0;
}

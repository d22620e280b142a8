// SPDX-License-Identifier: Apache-2.0
//
// The state of the floating-point units, and errno, of main and of its threads.
#include "portrait.h"

static volatile double one = 1;
static volatile double three = 3;

static unsigned mxcsr(void) {
  unsigned value = 0;
  __asm__ volatile("stmxcsr %0" : "=m"(value));
  return value;
}

static void set_state(unsigned sse, unsigned short x87) {
  __asm__ volatile("ldmxcsr %0" : : "m"(sse));
  __asm__ volatile("fldcw %0" : : "m"(x87));
}

static void in_thread(int id) {
  EXPECT(errno == 0);
  errno = 77 + id;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(errno == 0);
  EXPECT((mxcsr() & 0x6000) == 0);
  char text[64];
  snprintf(text, sizeof text, "%.20g", one / three);
  remember("third", text);
  run_threads(in_thread);
  set_state(0x1f80 | 0x6000 | 0x8040, 0x0f7f);  // towards zero; flush denormals; odd precision
  errno = 99;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Generators of random numbers, and strtok, which remembers where it was.
#include "portrait.h"

#include <sys/random.h>

static char words[] = "one,two,three";

__attribute__((constructor)) static void take_the_first(void) {
  EXPECT(strcmp(strtok(words, ","), "one") == 0);
}

static void in_thread(int id) {
  for (int i = 0; i <= id; i++) {
    rand();
    drand48();
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  char text[128];
  unsigned drawn = 0;
  EXPECT(getrandom(&drawn, sizeof drawn, 0) == (ssize_t)sizeof drawn);
  snprintf(text, sizeof text, "%d %ld %ld %x", rand(), random(), lrand48(), drawn);
  remember("numbers", text);
  EXPECT(strcmp(strtok(NULL, ","), "two") == 0);
  srand(4);
  srandom(5);
  srand48(6);
  run_threads(in_thread);
  return 0;
}

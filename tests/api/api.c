// SPDX-License-Identifier: Apache-2.0
//
// Every function of heddle.h, in C and in C++.  By itself the program ends with 0; under heddle
// there are five executions, and one more is dropped.
#include <heddle/heddle.h>
#include <string.h>

static char order[8];

static void add(const char* letter) { strcat(order, letter); }
static void setup(void* argument) { add((const char*)argument); }
static void body(void* argument) { add(argument ? "b" : "!"); }
static void teardown(void* argument) { add(argument ? "t" : "?"); }

static int chosen_rightly(unsigned first, unsigned second) {
  if (!heddle_is_active()) {
    return first == 0 && second == 0;
  }
  return first < 3 && second < 2 && !(first == 2 && second == 1);
}

int main(void) {
  char letter[] = "s";
  if (!heddle_is_active()) { /* under heddle it does not come back */
    heddle_scenario(setup, body, teardown, letter);
    heddle_scenario(0, body, 0, 0);
    if (strcmp(order, "sbt!") != 0) {
      return 1;
    }
  }
  if (heddle_choose(0) != 0 || heddle_choose(1) != 0) {
    return 2;
  }
  heddle_atomic_end(); /* of nothing */
  heddle_atomic_begin();
  heddle_atomic_begin();
  heddle_name(letter, "letter");
  heddle_atomic_end();
  heddle_atomic_end();
  heddle_yield();
  heddle_benign_race(letter, sizeof letter, "only to be called");
  const unsigned first = heddle_choose(3);
  const unsigned second = heddle_choose(2);
  heddle_assume(heddle_is_active() ? !(first == 2 && second == 1) : 0);
  return chosen_rightly(first, second) ? 0 : 3;
}

// SPDX-License-Identifier: Apache-2.0
// Part of library_gives_up_*.c.

int out_of_patience(void);

int out_of_patience(void) {
  static int asked;
  return ++asked > 5;
}

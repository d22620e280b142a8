/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

int shared_value = 3;
atomic_int counter;
volatile int flag;

int bump(int by) {
  shared_value += by;
  return flag + shared_value;
}

// SPDX-License-Identifier: Apache-2.0
// What the compiler takes from the C++ library by itself, which is not here.  (operator
// delete is, for the program; nothing in the runtime is deleted.)
#include "base/check.h"

extern "C" void __cxa_pure_virtual() {
  HEDDLE_CHECK(false, "no pure virtual function should be called");
}

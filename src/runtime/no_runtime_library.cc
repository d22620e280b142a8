// SPDX-License-Identifier: Apache-2.0
// What the compiler takes from the C++ library by itself.  There is none here:
// nothing is deleted through a base class, and no pure virtual is called.
#include "base/check.h"

#include <cstddef>

void operator delete(void* /*memory*/) noexcept {
  HEDDLE_CHECK(false, "nothing in the runtime should be deleted");
}

void operator delete(void* /*memory*/, size_t /*size*/) noexcept {
  HEDDLE_CHECK(false, "nothing in the runtime should be deleted");
}

extern "C" void __cxa_pure_virtual() {
  HEDDLE_CHECK(false, "no pure virtual function should be called");
}

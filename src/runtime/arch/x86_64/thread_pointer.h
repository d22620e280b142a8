// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::runtime {

// Of the thread that runs.
inline uintptr_t thread_pointer() {
  uintptr_t value = 0;
  asm("movq %%fs:0, %0" : "=r"(value));  // the first word of the block points to itself
  return value;
}

}  // namespace heddle::runtime

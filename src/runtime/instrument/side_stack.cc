// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/side_stack.h"

#include "runtime/context/fiber.h"
#include "runtime/raw.h"

namespace heddle::runtime {

// As in entry.S.
static_assert(offsetof(Fiber, side_stack) + offsetof(SideStack, free) == 8);
static_assert(offsetof(Fiber, side_stack) + offsetof(SideStack, left_at) == 16);

void SideStack::prepare() {
  if (top == nullptr) {
    top = static_cast<std::byte*>(raw_reserve_for_program(kBytes)) + kBytes;
    free = top;
  }
}

}  // namespace heddle::runtime

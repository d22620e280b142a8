// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/side_stack.h"

#include "runtime/arch/x86_64/no_trace.h"
#include "runtime/context/fiber.h"
#include "runtime/raw.h"

#include <cstring>

namespace heddle::runtime {

// As in hooks_entry.S.
static_assert(offsetof(Fiber, side_stack) + offsetof(SideStack, free) == 8);
static_assert(offsetof(Fiber, side_stack) + offsetof(SideStack, left_at) == 16);

void SideStack::prepare() {
  if (top == nullptr) {
    top = static_cast<std::byte*>(raw_reserve_for_program(kBytes)) + kBytes;
    free = top;
  }
}

void SideStack::clear_other(uint64_t end) {
  if (free == nullptr && left_at - end > 2 * kTraceOfStep) {
    used_other = false;
    memset(reinterpret_cast<void*>(left_at - kTraceOfStep), 0, kTraceOfStep);
  }
}

}  // namespace heddle::runtime

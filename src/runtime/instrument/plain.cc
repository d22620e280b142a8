// SPDX-License-Identifier: Apache-2.0
// Plain accesses, and the functions in which they are.  Every access of an instrumented
// program comes through here, so what needs no decision leaves at once.
#include "runtime/instrument/hooks.h"

namespace heddle::runtime {
namespace {

using event::AccessKind;

template <AccessKind kKind>
[[gnu::always_inline]] inline void plain(const volatile void* address, uint64_t bytes,
                                         const void* site) {
  if (Fiber* self = watched_thread(); self != nullptr) {
    plain_access<kKind>(*self, reinterpret_cast<uint64_t>(address), bytes, site);
  }
}

// The stack pointer in the function that called the hook.
uint64_t stack_in_caller() { return heddle_entry.sp + sizeof(void*); }

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;
using heddle::event::AccessKind;

#define HEDDLE_READ(name, bytes)                                                     \
  HEDDLE_HOOK void name(void* address) {                                             \
    only_access<AccessKind::read, true>(reinterpret_cast<uint64_t>(address), bytes); \
  }
#define HEDDLE_WRITE(name, bytes)                                                      \
  HEDDLE_INTERPOSE void name(void* address) {                                          \
    only_access<AccessKind::write, false>(reinterpret_cast<uint64_t>(address), bytes); \
  }
#define HEDDLE_READ_WRITE(name, bytes)                     \
  HEDDLE_INTERPOSE void name(void* address) {              \
    plain<AccessKind::read>(address, bytes, HEDDLE_SITE);  \
    plain<AccessKind::write>(address, bytes, HEDDLE_SITE); \
  }

HEDDLE_READ(heddle_read1, 1)
HEDDLE_READ(heddle_read2, 2)
HEDDLE_READ(heddle_read4, 4)
HEDDLE_READ(heddle_read8, 8)
HEDDLE_READ(heddle_read16, 16)
HEDDLE_READ(heddle_unaligned_read2, 2)
HEDDLE_READ(heddle_unaligned_read4, 4)
HEDDLE_READ(heddle_unaligned_read8, 8)
HEDDLE_READ(heddle_unaligned_read16, 16)
HEDDLE_WRITE(__tsan_write1, 1)
HEDDLE_WRITE(__tsan_write2, 2)
HEDDLE_WRITE(__tsan_write4, 4)
HEDDLE_WRITE(__tsan_write8, 8)
HEDDLE_WRITE(__tsan_write16, 16)
HEDDLE_WRITE(__tsan_unaligned_write2, 2)
HEDDLE_WRITE(__tsan_unaligned_write4, 4)
HEDDLE_WRITE(__tsan_unaligned_write8, 8)
HEDDLE_WRITE(__tsan_unaligned_write16, 16)
HEDDLE_READ_WRITE(__tsan_read_write1, 1)
HEDDLE_READ_WRITE(__tsan_read_write2, 2)
HEDDLE_READ_WRITE(__tsan_read_write4, 4)
HEDDLE_READ_WRITE(__tsan_read_write8, 8)
HEDDLE_READ_WRITE(__tsan_read_write16, 16)
HEDDLE_READ_WRITE(__tsan_unaligned_read_write2, 2)
HEDDLE_READ_WRITE(__tsan_unaligned_read_write4, 4)
HEDDLE_READ_WRITE(__tsan_unaligned_read_write8, 8)
HEDDLE_READ_WRITE(__tsan_unaligned_read_write16, 16)

HEDDLE_INTERPOSE void __tsan_read_range(void* address, unsigned long bytes) {
  plain<AccessKind::read>(address, bytes, HEDDLE_SITE);
}

HEDDLE_INTERPOSE void __tsan_write_range(void* address, unsigned long bytes) {
  plain<AccessKind::write>(address, bytes, HEDDLE_SITE);
}

HEDDLE_INTERPOSE void __tsan_vptr_read(void** address) {
  plain<AccessKind::read>(address, sizeof *address, HEDDLE_SITE);
}

// A constructor or destructor that stores what is there already changes nothing.
HEDDLE_INTERPOSE void __tsan_vptr_update(void** address, void* value) {
  if (*address != value) {
    plain<AccessKind::write>(address, sizeof *address, HEDDLE_SITE);
  }
}

HEDDLE_HOOK void heddle_func_entry(void* site) {
  if (Fiber* self = watched_thread(); self != nullptr) {
    rt.watch.calls.enter(*self, site, stack_in_caller());
    if (rt.watch.by_place) {
      rt.watch.presence.came_from(*self, site);
    }
  }
}

HEDDLE_HOOK void heddle_func_exit() {
  if (Fiber* self = watched_thread(); self != nullptr) {
    const void* to = rt.watch.calls.leave(*self, stack_in_caller());
    if (rt.watch.by_place) {
      rt.watch.presence.came_from(*self, to);
    }
  }
}

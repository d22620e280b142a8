// SPDX-License-Identifier: Apache-2.0
// Volatile accesses: steps, which the calling code does itself after the hook has
// returned.  They do not synchronize, unless the user says so (--volatile-sync).
#include "runtime/instrument/hooks.h"
#include "runtime/instrument/spin.h"

#include <cstring>

namespace heddle::runtime {
namespace {

using event::AccessKind;
using event::MemoryOrder;
using event::OpKind;

event::Operation operation(OpKind kind, const void* address, uint32_t bytes, MemoryOrder synced) {
  const bool synchronizes = rt.arena->settings().volatile_sync;
  return {.kind = kind,
          .order = synchronizes ? synced : MemoryOrder::relaxed,
          .bytes = bytes,
          .object = memory_at(reinterpret_cast<uint64_t>(address))};
}

// As atomic ones, they do not race with each other then.
AccessKind as_taken(AccessKind kind, AccessKind synced) {
  return rt.arena->settings().volatile_sync ? synced : kind;
}

void read(const void* address, uint32_t bytes, const void* site) {
  Fiber* self = watched_thread();
  if (self == nullptr) {
    return;
  }
  primitive::Thread& thread = world().thread(self->id);
  world().announce(thread, operation(OpKind::volatile_read, address, bytes, MemoryOrder::acquire));
  const bool may_wait = rt.watch.awaits && bytes <= sizeof(uint64_t);
  if (may_wait) {
    announce_awaited(thread.pending,
                     {OpKind::volatile_read, reinterpret_cast<uint64_t>(address), bytes, site, 0});
  }
  await_announced_turn(site);
  if (may_wait) {
    begin_awaited(*self);
  }
  primitive::Effect effect = apply_access_turn();
  Reading reading{.address = reinterpret_cast<uint64_t>(address), .bytes = bytes};
  memcpy(reading.value, address, bytes);
  effect.value = reading.value[0];
  effect.yielded = reads_again(*self, heddle_entry, site, reading);
  const AccessKind kind = as_taken(AccessKind::volatile_read, AccessKind::atomic_read);
  complete_access({kind, reinterpret_cast<uint64_t>(address), bytes, site}, effect);
}

void write(const void* address, uint32_t bytes, const void* site) {
  if (watched_thread() == nullptr) {
    return;
  }
  await_turn(operation(OpKind::volatile_write, address, bytes, MemoryOrder::release), site);
  primitive::Effect effect = apply_access_turn();
  const AccessKind kind = as_taken(AccessKind::volatile_write, AccessKind::atomic_write);
  complete_access({kind, reinterpret_cast<uint64_t>(address), bytes, site}, effect);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

#define HEDDLE_READ(name, bytes) \
  HEDDLE_HOOK void name(void* address) { read(address, bytes, HEDDLE_ENTRY_SITE); }
#define HEDDLE_WRITE(name, bytes) \
  HEDDLE_HOOK void name(void* address) { write(address, bytes, HEDDLE_ENTRY_SITE); }

HEDDLE_READ(heddle_volatile_read1, 1)
HEDDLE_READ(heddle_volatile_read2, 2)
HEDDLE_READ(heddle_volatile_read4, 4)
HEDDLE_READ(heddle_volatile_read8, 8)
HEDDLE_READ(heddle_volatile_read16, 16)
HEDDLE_READ(heddle_unaligned_volatile_read2, 2)
HEDDLE_READ(heddle_unaligned_volatile_read4, 4)
HEDDLE_READ(heddle_unaligned_volatile_read8, 8)
HEDDLE_READ(heddle_unaligned_volatile_read16, 16)
HEDDLE_WRITE(heddle_volatile_write1, 1)
HEDDLE_WRITE(heddle_volatile_write2, 2)
HEDDLE_WRITE(heddle_volatile_write4, 4)
HEDDLE_WRITE(heddle_volatile_write8, 8)
HEDDLE_WRITE(heddle_volatile_write16, 16)
HEDDLE_WRITE(heddle_unaligned_volatile_write2, 2)
HEDDLE_WRITE(heddle_unaligned_volatile_write4, 4)
HEDDLE_WRITE(heddle_unaligned_volatile_write8, 8)
HEDDLE_WRITE(heddle_unaligned_volatile_write16, 16)

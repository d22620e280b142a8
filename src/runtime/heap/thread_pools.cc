// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/thread_pools.h"

#include "runtime/heap/damage.h"
#include "runtime/heap/heap_memory.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

constexpr uint64_t kIdentityOfAll = UINT64_MAX;

uintptr_t up_to(uintptr_t value, size_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

uintptr_t number(const void* address) { return reinterpret_cast<uintptr_t>(address); }
std::byte* address_of(uintptr_t number) { return reinterpret_cast<std::byte*>(number); }

// The pool at the beginning of a slot, if it is that thread's or nobody's.
Pool* pool_at(uint64_t slot, uint64_t identity) {
  const uintptr_t begin = slot_address(slot);
  if (!make_heap_memory(begin, begin + sizeof(Pool))) {
    return nullptr;
  }
  auto* pool = reinterpret_cast<Pool*>(begin);
  if (pool->identity() == kNoIdentity) {
    pool->begin(identity);
    pool->room() = {address_of(up_to(begin + sizeof(Pool), kBlockGrain)),
                    address_of(begin + MappedPieces::kBytes), address_of(begin + kSlotBytes)};
  }
  return pool->identity() == identity ? pool : nullptr;
}

Pool* find_pool(uint64_t identity) {
  if (has_exact_slot(identity)) {
    return pool_at(identity, identity);
  }
  for (uint64_t attempt = 0; attempt < kHashedSlots; ++attempt) {
    Pool* pool = pool_at(hashed_slot(identity, attempt), identity);
    if (pool != nullptr) {
      return pool;
    }
  }
  return nullptr;
}

// The thread's slot is full.
bool take_extent(Pool& pool, size_t bytes) {
  Pool::Room& room = pool.room();
  const uint32_t extent = pool.add_extent();
  uintptr_t begin = kMainExtents;
  uintptr_t limit = kExtents;
  if (pool.identity() != kMainIdentity) {
    const uint64_t count = (bytes + kGranuleBytes - 1) / kGranuleBytes;
    const uint64_t granule =
        program.heap.granules.take(first_granule(pool.identity(), extent), count);
    if (granule == kGranules) {
      return false;
    }
    begin = kExtents + granule * kGranuleBytes;
    limit = begin + count * kGranuleBytes;
  } else if (extent > 0) {
    return false;
  }
  room = {address_of(begin), address_of(begin), address_of(limit)};
  return bytes <= limit - begin;
}

bool make_room(Pool& pool, size_t bytes) {
  Pool::Room& room = pool.room();
  if (bytes > static_cast<size_t>(room.limit - room.next) && !take_extent(pool, bytes)) {
    return false;
  }
  const uintptr_t end = up_to(number(room.next) + bytes, MappedPieces::kBytes);
  if (!make_heap_memory(number(room.next), end)) {
    return false;
  }
  room.end = address_of(end);
  return true;
}

// A large block's memory goes back to the system, but for its headers.  Where executions
// run in place the next one wants it again, and dropping it is no write that is seen.
void drop_contents(Header* block) {
  const size_t bytes = block_bytes(block->size());
  if (bytes <= kLargeBytes || rt.in_place) {
    return;
  }
  const uintptr_t begin = up_to(number(block) + kHeaderBytes, kHeapPage);
  const uintptr_t end = (number(block) + bytes) & ~(kHeapPage - 1);
  if (begin < end) {
    raw_syscall(SYS_madvise, static_cast<long>(begin), static_cast<long>(end - begin),
                MADV_DONTNEED);
  }
}

}  // namespace

Pool* pool_of(Fiber& fiber) {
  if (fiber.pool == nullptr) {
    fiber.pool = find_pool(fiber.identity);
  }
  return fiber.pool;
}

Pool* pool_of_all() { return pool_at(0, kIdentityOfAll); }

Header* take_block(Pool& pool, size_t bytes, size_t alignment, uint32_t start, bool& is_fresh) {
  const uint32_t size = size_for(bytes, alignment);
  Header* block = nullptr;
  Pool::Taken taken = pool.take(size, block);
  if (taken == Pool::Taken::no_room) {
    if (!make_room(pool, block_bytes(size))) {
      return nullptr;
    }
    taken = pool.take(size, block);
  }
  if (taken == Pool::Taken::damaged) {
    heap_is_damaged();
  }
  is_fresh = taken == Pool::Taken::fresh && !program.heap.memory_is_reused;
  return front_in(block, bytes, alignment, start);
}

Header* front_in(Header* block, size_t bytes, size_t alignment, uint32_t start) {
  const uintptr_t begin = number(block);
  const uintptr_t front = up_to(begin + kHeaderBytes, alignment) - kHeaderBytes;
  if (front != begin) {
    block->erase();
  }
  auto* header = reinterpret_cast<Header*>(front);
  header->set_live(bytes, size_for(bytes, alignment), start, front - begin);
  return header;
}

void free_block(Pool& pool, Header* front) {
  pool.quarantine(front, program.heap.start);
  bool damaged = false;
  while (Header* block = pool.overdue(damaged)) {
    drop_contents(block);
    pool.reuse(block);
  }
  if (damaged) {
    heap_is_damaged();
  }
}

}  // namespace heddle::runtime

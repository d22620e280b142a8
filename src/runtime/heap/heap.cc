// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/heap.h"

#include "runtime/heap/damage.h"
#include "runtime/heap/heap_memory.h"
#include "runtime/heap/history.h"
#include "runtime/heap/life.h"
#include "runtime/heap/lock_of_all.h"
#include "runtime/heap/possible_reuse.h"
#include "runtime/heap/reuse.h"
#include "runtime/heap/thread_pools.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

extern "C" int __register_atfork(void (*prepare)(), void (*parent)(), void (*child)(),
                                 void* library) noexcept;

namespace heddle::runtime {
namespace {

using event::AccessKind;
using event::FindingKind;

constexpr size_t kMostAlignment = size_t{1} << 30;

Fiber* thread_in_control() { return rt.active ? this_fiber() : nullptr; }

bool is_recorded() { return rt.arena->settings().record; }

Header* take_block_of_all(size_t bytes, size_t alignment, bool& is_fresh) {
  const LockOfAll lock;
  Pool* pool = pool_of_all();
  return pool == nullptr ? nullptr : take_block(*pool, bytes, alignment, 0, is_fresh);
}

void free_block_to_all(Header* front) {
  const LockOfAll lock;
  Pool* pool = pool_of_all();
  if (pool != nullptr) {
    free_block(*pool, front);
  }
}

BlockState state_at(const void* address) {
  const auto where = reinterpret_cast<uintptr_t>(address);
  const bool is_memory = is_heap_address(where - kHeaderBytes) &&
                         rt.heap.mapped.contains(MappedPieces::number(where - kHeaderBytes));
  if (where % kBlockGrain != 0 || !is_memory) {
    return BlockState::none;
  }
  return Header::in_front_of(address)->state();
}

[[noreturn, gnu::noinline, gnu::cold]] void report_double_free(void* address, const void* site) {
  explore::Record& record = rt.arena->record();
  event::Access known[2];
  const size_t count = describe_block(address, known);
  std::copy(known, known + count, record.accesses);
  record.accesses[count] =
      access_now(AccessKind::deallocate, address, Header::in_front_of(address)->bytes(), site);
  record.access_count = static_cast<uint32_t>(count) + 1;
  end_with_finding({.kind = FindingKind::double_free, .thread = current().id});
}

[[noreturn, gnu::noinline, gnu::cold]] void report_no_block(const void* address, const void* site) {
  explore::Record& record = rt.arena->record();
  record.accesses[0] = access_now(AccessKind::deallocate, address, 0, site);
  record.access_count = 1;
  end_with_finding({.kind = FindingKind::misuse,
                    .misuse = event::Misuse::free_of_no_block,
                    .thread = current().id});
}

// The header of the live block at `address`.  Does not return if there is none.
Header* live_block(void* address, const void* site) {
  const BlockState state = state_at(address);
  if (state == BlockState::live) [[likely]] {
    return Header::in_front_of(address);
  }
  if (thread_in_control() == nullptr) {
    give_up(state == BlockState::none ? "free() of what is no block of memory" : "double free()");
  }
  if (state == BlockState::none) {
    report_no_block(address, site);
  }
  report_double_free(address, site);
}

// Of those under control: the threads of the execution that has just ended, or of the
// setup.
template <typename Do>
void for_each_pool(Do act) {
  for (size_t i = 0; i < world().thread_count(); ++i) {
    if (rt.fibers[i].pool != nullptr) {
      act(*rt.fibers[i].pool);
    }
  }
}

// By threads that are not under control.  What they free is not in these pools any more.
uint64_t freed_by_others() {
  Pool::Balance balance;
  pool_of_all()->add_to(balance);
  return balance.freed;
}

bool all_is_freed() {
  Pool::Balance balance;
  for_each_pool([&](const Pool& pool) { pool.add_to(balance); });
  return balance.is_even() && freed_by_others() == program.heap.freed_by_others;
}

void begin_start(uint32_t start) {
  program.heap.start = start;
  program.heap.freed_by_others = freed_by_others();
  for_each_pool([](Pool& pool) { pool.begin_start(); });
}

// With --reuse: a block that was freed, if that is what is chosen.
[[gnu::noinline]] Header* take_freed(Pool& pool, size_t bytes, size_t alignment, const void* site) {
  if (!is_reused_at(site)) {
    return nullptr;
  }
  Header* block = choose_block(pool, size_for(bytes, alignment), site);
  return block == nullptr ? nullptr : front_in(block, bytes, alignment, program.heap.start);
}

Header* take_block_of_thread(Pool& pool, size_t bytes, size_t alignment, bool& is_fresh,
                             const void* site) {
  Header* front = nullptr;
  if (rt.reuses) [[unlikely]] {
    front = take_freed(pool, bytes, alignment, site);
  }
  if (front == nullptr) [[likely]] {
    front = take_block(pool, bytes, alignment, program.heap.start, is_fresh);
  }
  if (front != nullptr && !rt.reuses) {
    note_allocated(front->size(), site);
  }
  return front;
}

void forget_pools() {
  for (size_t i = 0; i < world().thread_count(); ++i) {
    rt.fibers[i].pool = nullptr;
  }
}

}  // namespace

void* allocate(size_t bytes, size_t alignment, bool zeros, const void* site) {
  if (bytes > kLargestBlock / 2 || alignment > kMostAlignment) [[unlikely]] {
    errno = ENOMEM;
    return nullptr;
  }
  if (bytes > kLargeBytes && alignment < kHeapPage) {
    alignment = kHeapPage;
  }
  bool is_fresh = false;
  Header* front = nullptr;
  Fiber* thread = thread_in_control();
  if (thread == nullptr) {
    front = take_block_of_all(bytes, alignment, is_fresh);
  } else if (Pool* pool = pool_of(*thread)) {
    front = take_block_of_thread(*pool, bytes, alignment, is_fresh, site);
  }
  if (front == nullptr) [[unlikely]] {
    errno = ENOMEM;
    return nullptr;
  }
  void* address = front->program_bytes();
  if (zeros && !is_fresh) {
    memset(address, 0, bytes);
  }
  if (thread != nullptr) {
    thread->side_stack.note_use_of_other();
    if (is_recorded()) {
      note_allocation(front, site);
    }
    block_allocated(address, bytes, site);
  }
  return address;
}

void release(void* address, const void* site) {
  if (address == nullptr) {
    return;
  }
  Header* front = live_block(address, site);
  Fiber* thread = thread_in_control();
  if (thread == nullptr) {
    free_block_to_all(front);
    return;
  }
  thread->side_stack.note_use_of_other();
  block_freed(address, front->bytes(), site);
  if (is_recorded()) {
    note_deallocation(front, site);
  }
  Pool* pool = pool_of(*thread);
  if (pool == nullptr) {
    return;
  }
  if (!rt.reuses) [[likely]] {
    note_freed(front->size(), site);
  } else if (is_reused_at(site)) {
    make_reusable(*pool, front);
    return;
  }
  free_block(*pool, front);
}

// Growing always moves, as it might anywhere.
void* resize(void* address, size_t bytes, const void* site) {
  if (address == nullptr) {
    return allocate(bytes, kUsualAlignment, false, site);
  }
  if (bytes == 0) {
    release(address, site);
    return nullptr;
  }
  Header* front = live_block(address, site);
  const size_t before = front->bytes();
  const bool gives_much_back = before > kLargeBytes && bytes <= before / 2;
  if (bytes > before || gives_much_back) {
    void* moved = allocate(bytes, kUsualAlignment, false, site);
    if (moved != nullptr) {
      memcpy(moved, address, std::min(bytes, before));
      release(address, site);
    }
    return moved;
  }
  Fiber* thread = thread_in_control();
  if (thread != nullptr) {
    thread->side_stack.note_use_of_other();
    block_freed(address, before, site);
  }
  front->resize(bytes);
  if (thread != nullptr) {
    if (is_recorded()) {
      note_allocation(front, site);
    }
    block_allocated(address, bytes, site);
  }
  return address;
}

size_t usable_bytes(const void* address) {
  return address == nullptr ? 0 : live_block(const_cast<void*>(address), nullptr)->bytes();
}

void heap_begins_start() {
  forget_reusable();
  begin_start(1);
}

void heap_goes_round() {
  HeapState& state = program.heap;
  forget_reusable();
  state.possible.forget();
  if (state.drifts) {
    return;
  }
  if (all_is_freed()) {
    for_each_pool([](Pool& pool) { pool.go_back_to_start(); });
    state.granules.give_back_all();
    state.memory_is_reused = true;
  } else if (state.start < Header::kMostStarts) {
    begin_start(state.start + 1);
  } else {
    state.drifts = true;
  }
  forget_pools();
}

void prepare_heap_for_fork() {
  __register_atfork(LockOfAll::lock, LockOfAll::unlock, LockOfAll::unlock, nullptr);
}

}  // namespace heddle::runtime

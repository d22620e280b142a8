// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/history.h"

#include "runtime/heap/heap_memory.h"
#include "runtime/runtime.h"
#include "runtime/stacks.h"

namespace heddle::runtime {
namespace {

using event::Access;
using event::AccessKind;

struct Moment {
  uint64_t place : 48;
  uint64_t thread : 16;  // and 1; 0: it has not come
  uint32_t step;
  uint32_t stack;
};

struct History {
  Moment allocated;
  Moment freed;
};
static_assert(sizeof(History) <= kSmallestBlock);
static_assert(event::kMaxThreads < (1 << 16));

constexpr uint64_t kLowBits = (uint64_t{1} << 48) - 1;

bool is_recorded() { return rt.arena->settings().record; }

// To walk along a stack takes a thousand times as long as to allocate.  A program that does
// little else must not look as if it were stuck, so of later blocks only the call is kept.
uint32_t stack_of_block() {
  constexpr uint32_t kMostStacks = 1 << 16;
  if (rt.heap.stacks == kMostStacks) {
    return 0;
  }
  ++rt.heap.stacks;
  return record_stack();
}

Moment now(const void* site) {
  Moment moment = {};
  moment.place = reinterpret_cast<uint64_t>(site) & kLowBits;
  moment.thread = static_cast<uint16_t>(event::index(current().id) + 1);
  moment.step = step_in_log();
  moment.stack = stack_of_block();
  return moment;
}

Access access_of(const Moment& moment, AccessKind kind, const Header* front) {
  return {.kind = kind,
          .thread = static_cast<event::ThreadId>(moment.thread - 1),
          .step = moment.step,
          .stack = moment.stack,
          .bytes = front->bytes(),
          .address = reinterpret_cast<uint64_t>(front + 1),
          .place = moment.place};
}

bool is_block(const Header* front) { return front->state() != BlockState::none; }

// The last header that is not behind `address` and has a history.
const Header* header_before(const void* address) {
  constexpr size_t kFurthest = size_t{1} << 30;
  const auto end = reinterpret_cast<uintptr_t>(address) & ~(kBlockGrain - 1);
  for (size_t distance = kHeaderBytes; distance < kFurthest; distance += kBlockGrain) {
    const auto* front = reinterpret_cast<const Header*>(end - distance);
    const auto* history = static_cast<const History*>(known_memory_beside(front));
    if (history == nullptr) {
      return nullptr;
    }
    if ((history->allocated.thread != 0 || history->freed.thread != 0) && is_block(front)) {
      return front;
    }
  }
  return nullptr;
}

}  // namespace

void note_allocation(const Header* front, const void* site) {
  auto* history = static_cast<History*>(memory_beside(front));
  if (history != nullptr) {
    *history = {now(site), {}};
  }
}

void note_deallocation(const Header* front, const void* site) {
  auto* history = static_cast<History*>(memory_beside(front));
  if (history != nullptr) {
    history->freed = now(site);
  }
}

Access access_now(AccessKind kind, const void* address, size_t bytes, const void* site) {
  return {.kind = kind,
          .thread = current().id,
          .step = step_in_log(),
          .stack = is_recorded() ? record_stack() : 0,
          .bytes = bytes,
          .address = reinterpret_cast<uint64_t>(address),
          .place = reinterpret_cast<uint64_t>(site)};
}

size_t describe_block(const void* address, Access (&accesses)[2]) {
  const Header* front = is_recorded() ? header_before(address) : nullptr;
  if (front == nullptr) {
    return 0;
  }
  const auto* history = static_cast<const History*>(known_memory_beside(front));
  const auto* end = reinterpret_cast<const std::byte*>(front + 1) + front->bytes();
  if (address != front + 1 && address >= end) {
    return 0;
  }
  size_t known = 0;
  if (history->allocated.thread != 0) {
    accesses[known++] = access_of(history->allocated, AccessKind::allocate, front);
  }
  if (history->freed.thread != 0) {
    accesses[known++] = access_of(history->freed, AccessKind::deallocate, front);
  }
  return known;
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
// Calls that give memory back, replace it or make it writable.  What was there at the
// start and is gone cannot be told by looking: something else may be in its place that
// looks alike.
#include "runtime/heap/life.h"
#include "runtime/real.h"
#include "runtime/reset/snapshot.h"
#include "runtime/runtime.h"

#include <cstdarg>

#include <sys/mman.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

constexpr uintptr_t kPageMask = kPageBytes - 1;

Span pages_of(const void* address, size_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  return {begin & ~kPageMask, (begin + bytes + kPageMask) & ~kPageMask};
}

bool is_put_back() { return rt.in_place && rt.snapshot != nullptr && controlled(); }

// Nobody is to look there for whether a loop is idle.
void changes(const void* address, size_t bytes) {
  if (rt.watch.on && controlled()) {
    const Span pages = pages_of(address, bytes);
    change_memory(pages.begin, pages.size());
  }
}

void gives_away(const void* address, size_t bytes) {
  changes(address, bytes);
  if (is_put_back()) {
    rt.snapshot->gave_away(pages_of(address, bytes));
  }
}

void opens(const void* address, size_t bytes, int protection) {
  changes(address, bytes);
  if ((protection & PROT_WRITE) != 0 && is_put_back()) {
    rt.snapshot->opened(pages_of(address, bytes));
  }
}

// Nobody may be about to use it.  What uses it later crashes, unless something else is there then.
void ends(void* address, size_t bytes, const void* site) {
  if (rt.watch.on && controlled()) {
    block_freed(address, bytes, site);
    block_allocated(address, bytes, site);
  }
}

// What was done to memory that was there before is no business of who has it now.
void takes(const void* address, size_t bytes) {
  if (address != MAP_FAILED && rt.watch.on && controlled()) {
    const auto begin = reinterpret_cast<uint64_t>(address);
    rt.watch.races->allocate(begin, pages_of(address, bytes).end - begin);
  }
}

bool drops_contents(int advice) {
  return advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE;
}

void gives_away_heap(const char* from, const char* to) {
  if (to < from) {
    gives_away(to, static_cast<size_t>(from - to));
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int munmap(void* address, size_t bytes) noexcept {
  resolve_real_functions();
  ends(address, bytes, __builtin_return_address(0));
  gives_away(address, bytes);
  return real.munmap(address, bytes);
}

HEDDLE_INTERPOSE void* mmap(void* address, size_t bytes, int protection, int flags, int descriptor,
                            off_t offset) noexcept {
  resolve_real_functions();
  if ((flags & MAP_FIXED) != 0) {
    gives_away(address, bytes);
  }
  void* memory = real.mmap(address, bytes, protection, flags, descriptor, offset);
  takes(memory, bytes);
  return memory;
}

HEDDLE_INTERPOSE void* mmap64(void* address, size_t bytes, int protection, int flags,
                              int descriptor, off64_t offset) noexcept {
  return mmap(address, bytes, protection, flags, descriptor, offset);
}

HEDDLE_INTERPOSE void* mremap(void* address, size_t bytes, size_t new_bytes, int flags,
                              ...) noexcept {
  va_list rest;
  va_start(rest, flags);
  void* target = (flags & MREMAP_FIXED) != 0 ? va_arg(rest, void*) : nullptr;
  va_end(rest);
  resolve_real_functions();
  gives_away(address, bytes);
  if (target != nullptr) {
    gives_away(target, new_bytes);
  }
  void* memory = real.mremap(address, bytes, new_bytes, flags, target);
  const Span before = pages_of(address, bytes);
  if (memory != address) {
    takes(memory, new_bytes);
  } else if (new_bytes > before.size()) {
    takes(reinterpret_cast<const void*>(before.end), new_bytes - before.size());
  }
  return memory;
}

HEDDLE_INTERPOSE int madvise(void* address, size_t bytes, int advice) noexcept {
  resolve_real_functions();
  if (drops_contents(advice)) {
    gives_away(address, bytes);
  }
  return real.madvise(address, bytes, advice);
}

HEDDLE_INTERPOSE int mprotect(void* address, size_t bytes, int protection) noexcept {
  resolve_real_functions();
  opens(address, bytes, protection);
  return real.mprotect(address, bytes, protection);
}

HEDDLE_INTERPOSE int pkey_mprotect(void* address, size_t bytes, int protection, int key) noexcept {
  resolve_real_functions();
  opens(address, bytes, protection);
  return real.pkey_mprotect(address, bytes, protection, key);
}

HEDDLE_INTERPOSE int brk(void* end) noexcept {
  resolve_real_functions();
  gives_away_heap(static_cast<const char*>(real.sbrk(0)), static_cast<const char*>(end));
  return real.brk(end);
}

HEDDLE_INTERPOSE void* sbrk(intptr_t bytes) noexcept {
  resolve_real_functions();
  if (bytes < 0) {
    const char* end = static_cast<const char*>(real.sbrk(0));
    gives_away_heap(end, end + bytes);
  }
  void* before = real.sbrk(bytes);
  if (bytes > 0) {
    takes(before, static_cast<size_t>(bytes));
  }
  return before;
}

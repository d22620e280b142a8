// SPDX-License-Identifier: Apache-2.0
// Calls that give memory back, replace it or make it writable.  What was there at the
// start and is gone cannot be told by looking: something else may be in its place that
// looks alike.
#include "runtime/effects/effects.h"
#include "runtime/heap/life.h"
#include "runtime/objects.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/reset/snapshot.h"
#include "runtime/runtime.h"

#include <cstdarg>

#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

constexpr uintptr_t kPageMask = kPageBytes - 1;
constexpr uint64_t kSegments = ~uint64_t{1};  // in place of a device

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

// Objects and variables are found anew, by the addresses that they are known by now.
void mappings_changed() {
  if (rt.active && program.shared_mappings.any()) {
    forget_late_variables();
  }
}

void unmaps(const void* address, size_t bytes) {
  if (program.shared_mappings.any()) {
    const Span pages = pages_of(address, bytes);
    program.shared_mappings.remove(pages.begin, pages.end);
    mappings_changed();
  }
}

// What is said of accesses by different addresses: those that are no steps are not compared.
void note_aliases() {
  mappings_changed();
  if (program.shared_mappings.has_aliases()) {
    note_uncontrolled("data accesses to memory that is mapped at several addresses");
    if (rt.active) {
      rt.arena->record().unseen = true;
    }
  }
  if (program.shared_mappings.overflowed()) {
    note_uncontrolled("more shared mappings than are kept apart");
  }
}

void maps_file(const void* memory, size_t bytes, int flags, int descriptor, off_t offset) {
  const int type = flags & MAP_TYPE;
  const bool is_shared = type == MAP_SHARED || type == MAP_SHARED_VALIDATE;
  struct stat status = {};
  if (memory == MAP_FAILED) {
    return;
  }
  if ((flags & MAP_ANONYMOUS) != 0 || raw_syscall(SYS_fstat, descriptor, as_long(&status)) != 0) {
    unmaps(memory, bytes);
    return;
  }
  const Span pages = pages_of(memory, bytes);
  program.shared_mappings.add(pages.begin, pages.end, status.st_dev, status.st_ino,
                              static_cast<uint64_t>(offset), !is_shared);
  note_aliases();
}

// Whose descriptor has to be open.
void note_mapping(const char* call, const void* site, int flags) {
  note_effect(call, site, Shared::mappings, event::Use::changes);
  if ((flags & MAP_FIXED) != 0) {
    note_unseen_effect(call, site);
  }
  if ((flags & MAP_ANONYMOUS) == 0) {
    note_effect(call, site, Shared::descriptors, event::Use::reads);
  }
}

// The kernel counts who has a segment.
void note_segment(const char* call, const void* site) {
  note_effect(call, site, Shared::mappings, event::Use::changes);
  note_effect(call, site, Shared::messages, event::Use::changes);
}

// Without bytes, a shared mapping is doubled.
void moves_mapping(const void* from, size_t bytes, const void* to, size_t new_bytes) {
  const auto before = reinterpret_cast<uintptr_t>(from);
  const Span now = pages_of(to, new_bytes);
  const bool doubles = bytes == 0;
  if (to == MAP_FAILED || (!doubles && program.shared_mappings.at(before) == nullptr)) {
    return;
  }
  program.shared_mappings.add_copy(before, now.begin, now.end);
  if (!doubles && before != now.begin) {
    program.shared_mappings.remove(before, pages_of(from, bytes).end);
  }
  note_aliases();
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
  note_effect("munmap", __builtin_return_address(0), Shared::mappings, heddle::event::Use::changes);
  resolve_real_functions();
  ends(address, bytes, __builtin_return_address(0));
  gives_away(address, bytes);
  unmaps(address, bytes);
  return real.munmap(address, bytes);
}

HEDDLE_INTERPOSE void* mmap(void* address, size_t bytes, int protection, int flags, int descriptor,
                            off_t offset) noexcept {
  note_mapping("mmap", __builtin_return_address(0), flags);
  resolve_real_functions();
  if ((flags & MAP_FIXED) != 0) {
    gives_away(address, bytes);
  }
  void* memory = real.mmap(address, bytes, protection, flags, descriptor, offset);
  takes(memory, bytes);
  maps_file(memory, bytes, flags, descriptor, offset);
  return memory;
}

HEDDLE_INTERPOSE void* mmap64(void* address, size_t bytes, int protection, int flags,
                              int descriptor, off64_t offset) noexcept {
  note_mapping("mmap64", __builtin_return_address(0), flags);
  return mmap(address, bytes, protection, flags, descriptor, offset);
}

HEDDLE_INTERPOSE void* mremap(void* address, size_t bytes, size_t new_bytes, int flags,
                              ...) noexcept {
  note_unseen_effect("mremap", __builtin_return_address(0));
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
  moves_mapping(address, bytes, memory, new_bytes);
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
    note_unseen_effect("madvise", __builtin_return_address(0));
    gives_away(address, bytes);
  } else {
    note_effect("madvise", __builtin_return_address(0), Shared::mappings,
                heddle::event::Use::changes);
  }
  return real.madvise(address, bytes, advice);
}

HEDDLE_INTERPOSE int mprotect(void* address, size_t bytes, int protection) noexcept {
  note_unseen_effect("mprotect", __builtin_return_address(0));
  resolve_real_functions();
  opens(address, bytes, protection);
  return real.mprotect(address, bytes, protection);
}

HEDDLE_INTERPOSE int pkey_mprotect(void* address, size_t bytes, int protection, int key) noexcept {
  note_unseen_effect("pkey_mprotect", __builtin_return_address(0));
  resolve_real_functions();
  opens(address, bytes, protection);
  return real.pkey_mprotect(address, bytes, protection, key);
}

HEDDLE_INTERPOSE int brk(void* end) noexcept {
  note_effect("brk", __builtin_return_address(0), Shared::mappings, heddle::event::Use::changes);
  resolve_real_functions();
  gives_away_heap(static_cast<const char*>(real.sbrk(0)), static_cast<const char*>(end));
  return real.brk(end);
}

HEDDLE_INTERPOSE void* sbrk(intptr_t bytes) noexcept {
  note_effect("sbrk", __builtin_return_address(0), Shared::mappings, heddle::event::Use::changes);
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

// Segments that processes share are files without names.
HEDDLE_INTERPOSE void* shmat(int segment, const void* address, int flags) noexcept {
  resolve_real_functions();
  note_segment("shmat", __builtin_return_address(0));
  void* memory = real.shmat(segment, address, flags);
  shmid_ds status = {};
  if (memory != MAP_FAILED && shmctl(segment, IPC_STAT, &status) == 0) {
    const Span pages = pages_of(memory, status.shm_segsz);
    program.shared_mappings.add(pages.begin, pages.end, kSegments, static_cast<uint64_t>(segment),
                                0);
    note_aliases();
    takes(memory, status.shm_segsz);
  }
  return memory;
}

HEDDLE_INTERPOSE int shmdt(const void* address) noexcept {
  resolve_real_functions();
  note_segment("shmdt", __builtin_return_address(0));
  const SharedMapping* mapping = program.shared_mappings.at(reinterpret_cast<uint64_t>(address));
  if (mapping != nullptr) {
    const uint64_t bytes = mapping->end - mapping->begin;
    gives_away(address, bytes);
    unmaps(address, bytes);
  }
  return real.shmdt(address);
}

// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/mappings.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <algorithm>

#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

// The first item that ends behind `address`.
const Mapping* item_at(std::span<const Mapping> items, size_t& index, uintptr_t address) {
  while (index < items.size() && items[index].span.end <= address) {
    ++index;
  }
  return index < items.size() ? &items[index] : nullptr;
}

// Tracking by mprotect takes away the right to write.
bool is_watched(const Mapping& then, const Mapping& now) {
  Mapping writable = now;
  writable.protection |= PROT_WRITE;
  return rt.arena->settings().snapshot_by == explore::SnapshotBy::mprotect && !then.shared &&
         then.same_kind(writable);
}

}  // namespace

bool Mappings::remember() {
  start_.make_room();
  now_.make_room();
  heap_end_ = raw_syscall(SYS_brk, 0);
  return start_.read();
}

bool Mappings::gave_away(Span span) {
  if (replaced_count_ == kMostReplaced) {
    return false;
  }
  replaced_[replaced_count_++] = span;
  return true;
}

// Walks along both lists, by pieces that lie in at most one item of each.
bool Mappings::put_back(PageStore& store, WriteTracking& tracking, bool& changed) {
  changed = raw_syscall(SYS_brk, 0) != heap_end_;
  if (changed) {
    raw_syscall(SYS_brk, heap_end_);
  }
  for (size_t i = 0; i < replaced_count_; ++i) {
    changed = true;
    if (!map_anew(replaced_[i], store, tracking)) {
      return false;
    }
  }
  replaced_count_ = 0;
  if (!now_.read()) {
    return false;
  }
  size_t then_index = 0;
  size_t now_index = 0;
  bool undone = true;
  for (uintptr_t at = 0;;) {
    const Mapping* then = item_at(start_.items(), then_index, at);
    const Mapping* now = item_at(now_.items(), now_index, at);
    if (then == nullptr && now == nullptr) {
      return undone;
    }
    uintptr_t end = UINTPTR_MAX;
    for (const Mapping** each : {&then, &now}) {
      if (*each != nullptr && (*each)->span.begin > at) {
        end = std::min(end, (*each)->span.begin);
        *each = nullptr;
      } else if (*each != nullptr) {
        end = std::min(end, (*each)->span.end);
      }
    }
    if (then != nullptr || now != nullptr) {
      const bool same =
          then != nullptr && now != nullptr && (then->same_kind(*now) || is_watched(*then, *now));
      if (!same) {
        changed = true;
        undone = undo(then, now, {at, end}, store, tracking) && undone;
      }
    }
    at = end;
  }
}

bool Mappings::undo(const Mapping* then, const Mapping* now, Span span, PageStore& store,
                    WriteTracking& tracking) {
  const auto begin = static_cast<long>(span.begin);
  const auto bytes = static_cast<long>(span.size());
  if (then == nullptr && now->is_stack) {
    // It has grown, and does not shrink; its new part is empty again.
    return raw_syscall(SYS_madvise, begin, bytes, MADV_DONTNEED) == 0;
  }
  if (then == nullptr) {
    return raw_syscall(SYS_munmap, begin, bytes) == 0;
  }
  const bool only_protection = now != nullptr && now->shared == then->shared &&
                               now->inode == then->inode && now->device == then->device;
  if (only_protection && now->protection != then->protection) {
    return raw_syscall(SYS_mprotect, begin, bytes, then->protection) == 0;
  }
  return map_anew(span, store, tracking);
}

// Memory that is no longer what it was at the start, though it may look alike.
bool Mappings::map_anew(Span span, PageStore& store, WriteTracking& tracking) {
  const auto begin = static_cast<long>(span.begin);
  const auto bytes = static_cast<long>(span.size());
  const PageStore::Region* region = store.region_of(span.begin);
  if (region == nullptr || region->span.end < span.end || region->from_file) {
    return false;  // its contents were not kept
  }
  const long mapped = raw_syscall(SYS_mmap, begin, bytes, region->protection,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  if (mapped != begin) {
    return false;
  }
  store.refill(span);
  return tracking.watch(span);
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/snapshot.h"

#include "runtime/reset/touched.h"
#include "runtime/runtime.h"
#include "runtime/syscalls/by_signal.h"

#include <algorithm>

#include <sys/mman.h>

namespace heddle::runtime {
namespace {

// How often to find out anew which pages are hot, so that one that was written to
// once is not copied for ever.
constexpr uint32_t kLooksToWatchAnew = 256;

}  // namespace

bool Snapshot::take() {
  signals_.remember();
  descriptors_.remember();
  // The last ones: they also see the memory that the others have taken.
  return surroundings_.remember() && descriptors_.keep_copies() && mappings_.remember() &&
         pages_.take(mappings_.items());
}

bool Snapshot::begin(explore::SnapshotBy by) {
  standing_.remember();
  return by != explore::SnapshotBy::none && tracking_.begin(by, pages_) &&
         (by != explore::SnapshotBy::mprotect || dispatch_system_calls());
}

bool Snapshot::must_look() const {
  uint8_t known = 0;
  known |= static_cast<uint8_t>(signals_change_ ? Touched::signals : Touched::nothing);
  known |= static_cast<uint8_t>(surroundings_change_ ? Touched::surroundings : Touched::nothing);
  known |= static_cast<uint8_t>(descriptors_change_ ? Touched::descriptors : Touched::nothing);
  return (rt.touched & ~known) != 0;
}

void Snapshot::put_back() {
  rt.touched = 0;
  putting_back_ = true;
  if (mappings_change_ || mappings_.has_less()) {
    put_back_mappings();
  }
  // Before the pages: should one of them not be writable, that is for our handler.
  if (signals_change_) {
    signals_.put_back();
  } else {
    signals_.put_back_blocked();
  }
  pages_.put_back();
  if (descriptors_change_) {
    impossible_ |= !descriptors_.put_back();
  }
  if (surroundings_change_) {
    impossible_ |= !surroundings_.put_back();
  }
  putting_back_ = false;
}

Snapshot::Result Snapshot::put_back_all() {
  putting_back_ = true;
  put_back_mappings();
  bool something = mappings_had_changed_ && !mappings_change_;
  mappings_change_ |= mappings_had_changed_;
  mappings_had_changed_ = false;

  bool news = false;
  impossible_ |= !tracking_.find_written(news);
  something |= news;
  pages_.put_back();

  if (!descriptors_change_ && descriptors_.are_changed()) {
    something = descriptors_change_ = true;
  }
  if (!signals_change_ && signals_.are_changed()) {
    something = signals_change_ = true;
  }
  if (!surroundings_change_ && surroundings_.are_changed()) {
    something = surroundings_change_ = true;
  }
  impossible_ |= standing_.is_changed();
  putting_back_ = false;
  put_back();
  if (++looks_ % kLooksToWatchAnew == 0) {
    watch_anew();
  }
  if (impossible_ || rt.cannot_be_put_back) {
    return Result::impossible;
  }
  return something ? Result::something_else : Result::nothing_else;
}

void Snapshot::adopt(Span span) {
  if (pages_.regions().empty()) {
    return;  // executions are loops
  }
  constexpr int kProtection = PROT_READ | PROT_WRITE;
  Mapping mapping;
  mapping.span = span;
  mapping.protection = kProtection;
  rt.cannot_be_put_back |=
      !mappings_.adopt(mapping) || !pages_.adopt(span, kProtection) || !tracking_.watch(span);
}

void Snapshot::gave_away(Span span) {
  for (const PageStore::Region& region : pages_.regions()) {
    const Span part = {std::max(span.begin, region.span.begin),
                       std::min(span.end, region.span.end)};
    if (part.begin < part.end) {
      rt.cannot_be_put_back |= !mappings_.gave_away(part);
    }
  }
}

void Snapshot::opened(Span span) {
  for (const Mapping& mapping : mappings_.items()) {
    const bool kept = mapping.shared || (mapping.protection & PROT_WRITE) != 0;
    rt.cannot_be_put_back |=
        !kept && span.begin < mapping.span.end && mapping.span.begin < span.end;
  }
}

bool Snapshot::keeps(Span span) const {
  for (const PageStore::Region& region : pages_.regions()) {
    if (span.begin < region.span.end && region.span.begin < span.end) {
      return true;
    }
  }
  return false;
}

void Snapshot::watch_anew() {
  pages_.forget_hot();
  for (const PageStore::Region& region : pages_.regions()) {
    impossible_ |= !tracking_.watch(region.span);
  }
}

void Snapshot::put_back_mappings() {
  bool changed = false;
  impossible_ |= !mappings_.put_back(pages_, tracking_, changed);
  mappings_had_changed_ |= changed;
}

// While putting back it is memory that the execution has closed or given away.
bool Snapshot::allow_write(uintptr_t address) {
  if (tracking_.allow_write(address)) {
    return true;
  }
  if (!putting_back_ || impossible_) {
    return false;
  }
  const bool before = mappings_had_changed_;
  mappings_had_changed_ = false;
  put_back_mappings();
  const bool helped = mappings_had_changed_;
  mappings_had_changed_ |= before;
  return helped;
}

}  // namespace heddle::runtime

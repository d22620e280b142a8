// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/reset/mapping_list.h"
#include "runtime/reset/page_store.h"
#include "runtime/reset/write_tracking.h"

namespace heddle::runtime {

// The address space: what is mapped where, and how far the heap goes.
class Mappings {
 public:
  // False if it cannot be read.
  bool remember();
  // The program gives back or replaces memory that was there at the start.  False if
  // that is more than can be noted.
  bool gave_away(Span span);
  // It counts as if it had been there at the start.  False if there is no more room.
  bool adopt(const Mapping& mapping) { return start_.add(mapping); }
  [[nodiscard]] bool has_less() const { return replaced_count_ != 0; }

  [[nodiscard]] std::span<const Mapping> items() const { return start_.items(); }

  // Puts back what is different.  `changed` says whether anything was.  False if it
  // cannot be undone: the page of a file is gone, say.
  bool put_back(PageStore& store, WriteTracking& tracking, bool& changed);

 private:
  bool undo(const Mapping* then, const Mapping* now, Span span, PageStore& store,
            WriteTracking& tracking);

  bool map_anew(Span span, PageStore& store, WriteTracking& tracking);

  MappingList start_;
  MappingList now_;
  long heap_end_ = 0;
  static constexpr size_t kMostReplaced = 64;
  Span replaced_[kMostReplaced] = {};
  size_t replaced_count_ = 0;
};

}  // namespace heddle::runtime

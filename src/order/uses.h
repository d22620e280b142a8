// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/resource.h"
#include "order/dependence.h"

#include <cstdint>

namespace heddle::order {

using primitive::touch_of;

// A kind as a whole is two things.  Whoever uses one of the kind reads the first, and adds to the
// second if that changes it; whoever reads the whole reads both; and whoever changes it changes the
// first.  So the whole conflicts with each of the kind as it should, and these not with each other.
inline constexpr uint64_t kChangesOfOnes = event::kWholeKind - 1;

// Tells what steps have used besides what their operations are on; see event/resource.h.
class Uses {
 public:
  Uses() = default;
  //   now: of the execution under way; kept: of all that were learned from, and how many.
  Uses(const event::UseRecord* now, const event::UseRecord* kept, const uint64_t* kept_count)
      : now_(now), kept_(kept), kept_count_(kept_count) {}

  // Whether some step in an execution that was learned from has used something.
  [[nodiscard]] bool any() const { return kept_count_ != nullptr && *kept_count_ != 0; }

  [[nodiscard]] const event::UseRecord& record(uint32_t use) const {
    return (use & event::kUseOfNow) != 0 ? now_[(use & ~event::kUseOfNow) - 1] : kept_[use - 1];
  }

  // Tells `take` of each thing that the uses up to this one touch, until it says stop; whether it
  // has.
  template <typename Take>
  bool for_each(uint32_t use, Take take) const {
    for (; use != 0; use = record(use).before) {
      const event::UseRecord& at = record(use);
      if (take(touch_of({at.kind, at.name}, at.use))) {
        return true;
      }
      if (event::is_used_by_name(at.kind) || at.kind == event::ResourceKind::ending) {
        continue;
      }
      const bool is_whole = at.name == event::kWholeKind;
      if (!is_whole && take(touch_of({at.kind, event::kWholeKind}, event::Use::reads))) {
        return true;
      }
      const bool meets_ones = is_whole != (at.use == event::Use::changes);
      const event::Use how = is_whole ? event::Use::reads : event::Use::adds;
      if (meets_ones && take(touch_of({at.kind, kChangesOfOnes}, how))) {
        return true;
      }
    }
    return false;
  }

 private:
  const event::UseRecord* now_ = nullptr;
  const event::UseRecord* kept_ = nullptr;
  const uint64_t* kept_count_ = nullptr;
};

}  // namespace heddle::order

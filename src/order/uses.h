// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/resource.h"
#include "order/dependence.h"

#include <cstdint>

namespace heddle::order {

[[nodiscard]] constexpr Touch touch_of(const event::Resource& resource, event::Use use) {
  if (resource.kind == event::ResourceKind::ending) {
    return {.what = Touch::What::ending, .use = use};
  }
  return {.what = Touch::What::resource,
          .use = use,
          .at = resource.name,
          .bytes = static_cast<uint32_t>(resource.kind)};
}

// How a use of one thing of a kind uses the kind as a whole: whoever uses that cannot be swapped
// with it, but uses of other things can.
[[nodiscard]] constexpr event::Use use_of_whole(event::Use use) {
  return use == event::Use::reads ? event::Use::reads : event::Use::adds;
}

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
      const bool has_whole = at.kind != event::ResourceKind::once &&
                             at.kind != event::ResourceKind::ending && at.name != event::kWholeKind;
      if (has_whole && take(touch_of({at.kind, event::kWholeKind}, use_of_whole(at.use)))) {
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

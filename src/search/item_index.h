// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "search/work_items.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::search {

// Where to look for items, by a number.  It may have lost some, and name others that are no more:
// it saves work, and nothing rests on it.  So it is in no journal.
class ItemIndex {
 public:
  // Over zeroed memory, or over what another process left there.
  explicit ItemIndex(base::Region& region) : slots_(region.take<uint32_t>(kSlots)) {}

  static size_t bytes_needed() { return kSlots * sizeof(uint32_t) + 64; }

  void add(uint64_t number, WorkItems::ItemId item) {
    uint32_t* const place = place_of(number);
    for (size_t i = 0; i < kPlaces; ++i) {
      if (place[i] == 0) {
        place[i] = item + 1;
        return;
      }
    }
    place[item % kPlaces] = item + 1;
  }

  void remove(uint64_t number, WorkItems::ItemId item) {
    uint32_t* const place = place_of(number);
    for (size_t i = 0; i < kPlaces; ++i) {
      if (place[i] == item + 1) {
        place[i] = 0;
      }
    }
  }

  // Tells `take` of all, and forgets those of which it says so.
  template <typename Take>
  void for_each(uint64_t number, Take take) {
    uint32_t* const place = place_of(number);
    for (size_t i = 0; i < kPlaces; ++i) {
      if (place[i] != 0 && take(place[i] - 1)) {
        place[i] = 0;
      }
    }
  }

 private:
  static constexpr size_t kPlaces = 32;
  static constexpr size_t kSlots = size_t{1} << 22;

  [[nodiscard]] uint32_t* place_of(uint64_t number) const {
    return &slots_[number % (kSlots / kPlaces) * kPlaces];
  }

  std::span<uint32_t> slots_;
};

}  // namespace heddle::search

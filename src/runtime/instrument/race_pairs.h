// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Pairs of places that race, as this process has met them.  What they are called elsewhere
// (explore/places.h) takes long to find out, and a race in a loop shows again and again.
namespace heddle::runtime {

class RacePairs {
 public:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  struct Pair {
    const void* first = nullptr;  // null: the slot is free
    const void* second = nullptr;
    uint64_t key = 0;
    uint32_t known = kUnknown;  // its place in arena.known_races
    bool benign = false;
    bool written = false;  // down, in arena.races
  };

  RacePairs() = default;

  // Takes its memory, once.
  void prepare();

  // Files were loaded: what is at an address may be another place now.
  void forget();

  // The one at these places in the code, on memory that is marked as benign or not.
  Pair& find(const void* first, const void* second, bool benign);

 private:
  static constexpr size_t kSlots = size_t{1} << 14;
  static constexpr size_t kMost = kSlots / 2;

  Pair* pairs_ = nullptr;
  size_t count_ = 0;
};

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"
#include "runtime/own_memory.h"
#include "runtime/thread_identity.h"

#include <cstddef>
#include <cstdint>

// Where in the address space each thread's blocks are: a function of who it is.
//
//   kHeapBegin   a slot of 64 MB for every thread whose identity is a small number
//                (hundreds of threads of main; 15 with 15 each; chains of 16), the
//                first one for what is in no thread under control
//   …            slots for the others, by hash; should two meet, who comes first
//   …            2 TB for main, for what does not fit into its slot
//   …            2 TB for what does not fit into the slots of the others, by hash, in
//                extents of 256 MB or more
namespace heddle::runtime {

inline constexpr uintptr_t kHeapBegin = uintptr_t{0x6000} << 32;
inline constexpr size_t kSlotBytes = size_t{1} << 26;
inline constexpr uint64_t kExactSlots = uint64_t{1} << 17;
inline constexpr uint64_t kHashedSlots = uint64_t{1} << 16;
inline constexpr uintptr_t kMainExtents = kHeapBegin + (kExactSlots + kHashedSlots) * kSlotBytes;
inline constexpr size_t kMainExtentBytes = size_t{1} << 41;
inline constexpr uintptr_t kExtents = kMainExtents + kMainExtentBytes;
inline constexpr size_t kGranuleBytes = size_t{1} << 28;
inline constexpr uint64_t kGranules = uint64_t{1} << 13;
inline constexpr uintptr_t kHeapEnd = kExtents + kGranules * kGranuleBytes;

[[nodiscard]] constexpr bool is_heap_address(uintptr_t address) {
  return address >= kHeapBegin && address < kHeapEnd;
}

[[nodiscard]] constexpr uintptr_t slot_address(uint64_t slot) {
  return kHeapBegin + slot * kSlotBytes;
}

[[nodiscard]] constexpr bool has_exact_slot(uint64_t identity) { return identity < kExactSlots; }

// For the others: where to look first, second, and so on.
[[nodiscard]] constexpr uint64_t hashed_slot(uint64_t identity, uint64_t attempt) {
  return kExactSlots + (base::mix(identity) + attempt) % kHashedSlots;
}

// Where to look for the thread's extent of that number.
[[nodiscard]] constexpr uint64_t first_granule(uint64_t identity, uint32_t extent) {
  return base::combine(identity, extent) % kGranules;
}

// Which granules are somebody's.
class Granules {
 public:
  // So many in a row that are nobody's, from `first` on and then from the beginning; they
  // are taken.  kGranules if there are not so many.
  uint64_t take(uint64_t first, uint64_t count);
  void give_back_all();

 private:
  [[nodiscard]] bool is_taken(uint64_t granule) const {
    return (taken_[granule / 64] >> (granule % 64) & 1) != 0;
  }
  uint64_t taken_[kGranules / 64] = {};
  bool any_ = false;
};

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::search {

// Search state lies in memory that the program under test can reach.  Structures
// that end in a `seal` carry a hash of all before it, so that a stray write to one
// is noticed before anything is believed.  Every execution makes and checks a dozen of
// them, so the hash is a short one.
template <typename T>
uint32_t seal_of(const T& value) {
  constexpr size_t kBytes = offsetof(T, seal);
  const auto* from = reinterpret_cast<const unsigned char*>(&value);
  uint64_t hash = kBytes;
  const auto add = [&](uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
  };
  for (size_t at = 0; at + sizeof(uint64_t) <= kBytes; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    __builtin_memcpy(&word, from + at, sizeof word);
    add(word);
  }
  if constexpr (constexpr size_t kRest = kBytes % sizeof(uint64_t); kRest != 0) {
    uint64_t word = 0;
    __builtin_memcpy(&word, from + kBytes - kRest, kRest);
    add(word);
  }
  return static_cast<uint32_t>(hash);
}

template <typename T>
void put_seal(T& value) {
  value.seal = seal_of(value);
}

template <typename T>
bool is_sealed(const T& value) {
  return value.seal == seal_of(value);
}

}  // namespace heddle::search

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
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"  // a type with a base is laid out plainly, too
  constexpr size_t kBytes = offsetof(T, seal);
#pragma GCC diagnostic pop
  constexpr size_t kWord = sizeof(uint64_t);
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15ULL;
  const auto* from = reinterpret_cast<const unsigned char*>(&value);
  // A sum of products, one of the halves of each word and something that goes with its place: no
  // multiplication waits for the one before it.
  uint64_t sum = kBytes;
  const auto add = [&](size_t at, size_t bytes) {
    uint64_t word = 0;
    __builtin_memcpy(&word, from + at, bytes);
    word += (at + 1) * kOdd;
    sum += word + (word & 0xffffffff) * (word >> 32);
  };
  for (size_t at = 0; at + kWord <= kBytes; at += kWord) {
    add(at, kWord);
  }
  if constexpr (kBytes % kWord != 0) {
    add(kBytes - kBytes % kWord, kBytes % kWord);
  }
  return static_cast<uint32_t>((sum ^ (sum >> 32)) * kOdd >> 32);
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

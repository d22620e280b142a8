// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::base {

// Steele, Lea and Flood's SplitMix64 finalizer: every bit of the input reaches
// every bit of the result.
constexpr uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

// The hash of a sequence, one value at a time.
constexpr uint64_t combine(uint64_t hash, uint64_t value) {
  return mix(hash + 0x9e3779b97f4a7c15ULL + mix(value));
}

// The same for little money: the values are added one after the other, and mix() of
// the sum is the hash.
constexpr uint64_t add_up(uint64_t sum, uint64_t value) {
  return (sum + value) * 0x9e3779b97f4a7c15ULL;
}

// FNV-1a, for text and file contents.
constexpr uint64_t hash_bytes(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  }
  return hash;
}

// Of memory that holds plain values, fast: tells damage, not adversaries.  Words go to lanes in
// turn, so that they need not wait for each other; whatever changes a lane changes the result.
inline uint64_t hash_words(const void* memory, size_t bytes) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
  constexpr size_t kLanes = 8;
  constexpr size_t kWord = sizeof(uint64_t);
  uint64_t lanes[kLanes] = {1, 2, 3, 4, 5, 6, 7, 8};
  uint64_t sum = bytes;
  const auto* from = static_cast<const unsigned char*>(memory);
  const auto add = [&from](uint64_t& lane, size_t count) {
    uint64_t word = 0;
    __builtin_memcpy(&word, from, count);
    lane = (lane ^ word) * kFactor;
    from += count;
  };
  for (; bytes >= sizeof lanes; bytes -= sizeof lanes) {
    for (uint64_t& lane : lanes) {
      add(lane, kWord);
    }
  }
  for (uint64_t& lane : lanes) {
    if (bytes >= kWord) {
      add(lane, kWord);
      bytes -= kWord;
    }
  }
  if (bytes > 0) {
    add(lanes[kLanes - 1], bytes);
  }
  for (const uint64_t lane : lanes) {
    sum = std::rotl(sum, 8) ^ lane;
  }
  return mix(sum);
}

}  // namespace heddle::base

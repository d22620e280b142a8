// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::order {

// 128 bits that stand for something large.
struct Fingerprint {
  uint64_t low = 0;
  uint64_t high = 0;

  Fingerprint& operator+=(const Fingerprint& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  friend Fingerprint operator+(Fingerprint a, const Fingerprint& b) { return a += b; }
  friend Fingerprint operator-(const Fingerprint& a, const Fingerprint& b) {
    return {a.low - b.low, a.high - b.high};
  }
  friend Fingerprint operator*(uint64_t times, const Fingerprint& a) {
    return {times * a.low, times * a.high};
  }
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

[[nodiscard]] inline uint64_t folded_product(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// A hash of both words in which each bit counts.  Different ones for different fingerprints, as it
// is three rounds of a Feistel network; half_mixed() is two of them, and the third makes it whole.
[[nodiscard]] inline Fingerprint half_mixed(Fingerprint value) {
  value.low += folded_product(value.high ^ 0x9e3779b97f4a7c15ULL, 0xa0761d6478bd642fULL);
  value.high += folded_product(value.low ^ 0xe7037ed1a0b428dbULL, 0x8ebc6af09c88c6e3ULL);
  return value;
}
[[nodiscard]] inline Fingerprint wholly_mixed(Fingerprint value) {
  value.low += folded_product(value.high ^ 0x589965cc75374cc3ULL, 0x1d8e4e27c47d124fULL);
  return value;
}
[[nodiscard]] inline Fingerprint mixed(const Fingerprint& value) {
  return wholly_mixed(half_mixed(value));
}

}  // namespace heddle::order

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "base/hash.h"

#include <cstddef>
#include <cstdint>

namespace heddle::base {

// A set of small numbers below Capacity, without allocation.  Operations cost
// one word for each 64 numbers up to the largest ever put in.
template <size_t Capacity>
class BitSet {
 public:
  void insert(size_t number) {
    grow_to(number / 64 + 1);
    words_[number / 64] |= bit(number);
  }
  void erase(size_t number) {
    if (number / 64 < used_) {
      words_[number / 64] &= ~bit(number);
    }
  }
  [[nodiscard]] bool contains(size_t number) const {
    return number / 64 < used_ && (words_[number / 64] & bit(number)) != 0;
  }
  [[nodiscard]] bool empty() const {
    for (size_t i = 0; i < used_; ++i) {
      if (words_[i] != 0) {
        return false;
      }
    }
    return true;
  }
  void clear() { used_ = 0; }

  // A copy that touches only what is used.
  void assign(const BitSet& other) {
    used_ = other.used_;
    for (size_t i = 0; i < used_; ++i) {
      words_[i] = other.words_[i];
    }
  }

  [[nodiscard]] bool intersects(const BitSet& other) const {
    for (size_t i = 0; i < used_ && i < other.used_; ++i) {
      if ((words_[i] & other.words_[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  BitSet& operator|=(const BitSet& other) {
    grow_to(other.used_);
    for (size_t i = 0; i < other.used_; ++i) {
      words_[i] |= other.words_[i];
    }
    return *this;
  }
  BitSet& operator&=(const BitSet& other) {
    for (size_t i = 0; i < used_; ++i) {
      words_[i] &= i < other.used_ ? other.words_[i] : 0;
    }
    return *this;
  }
  BitSet& operator-=(const BitSet& other) {
    for (size_t i = 0; i < used_ && i < other.used_; ++i) {
      words_[i] &= ~other.words_[i];
    }
    return *this;
  }

  // Equal sets have equal ones, however they came about.
  [[nodiscard]] uint64_t hash() const {
    uint64_t hash = 0;
    for (size_t i = 0; i < used_; ++i) {
      hash = words_[i] == 0 ? hash : combine(combine(hash, i), words_[i]);
    }
    return hash;
  }

 private:
  static constexpr uint64_t bit(size_t number) { return uint64_t{1} << (number % 64); }

  void grow_to(size_t words) {
    HEDDLE_CHECK(words <= (Capacity + 63) / 64, "a number should be below the set's capacity");
    while (used_ < words) {
      words_[used_++] = 0;
    }
  }

  uint64_t used_ = 0;
  uint64_t words_[(Capacity + 63) / 64];
};

}  // namespace heddle::base

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::base {

// Hands out parts of a memory range, front to back, and never takes one back.
//
// Two processes that map the same range and ask for the same parts in the same
// order get the same layout, which is how both find what is in a shared arena.
class Region {
 public:
  Region() = default;
  Region(void* memory, size_t size) : next_(static_cast<std::byte*>(memory)), left_(size) {}

  template <typename T>
  std::span<T> take(size_t count) {
    align_to(alignof(T));
    const size_t bytes = count * sizeof(T);
    HEDDLE_CHECK(bytes <= left_, "a region should have room for what is taken from it");
    auto* begin = reinterpret_cast<T*>(next_);
    next_ += bytes;
    left_ -= bytes;
    return {begin, count};
  }

  template <typename T>
  T& take_one() {
    return take<T>(1).front();
  }

  // What is left, as one part.
  Region rest() {
    Region all(next_, left_);
    left_ = 0;
    return all;
  }

  [[nodiscard]] size_t left() const { return left_; }

 private:
  void align_to(size_t alignment) {
    const size_t skip = -reinterpret_cast<uintptr_t>(next_) % alignment;
    HEDDLE_CHECK(skip <= left_, "a region should have room for what is taken from it");
    next_ += skip;
    left_ -= skip;
  }

  std::byte* next_ = nullptr;
  size_t left_ = 0;
};

}  // namespace heddle::base

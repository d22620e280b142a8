// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "base/region.h"

#include <cstddef>
#include <cstdint>

namespace heddle::order {

// Where clocks that outgrow their own room live.  It is all given back at once.
class ClockMemory {
 public:
  // For a clock of 256 components for each of 2^20 objects, or the like.
  static constexpr size_t kComponents = size_t{1} << 28;
  static constexpr size_t kBytes = kComponents * sizeof(uint32_t);

  explicit ClockMemory(base::Region& region)
      : components_(region.take<uint32_t>(kComponents).data()) {}

  void clear() { used_ = 0; }

  uint32_t* take(size_t components) {
    HEDDLE_CHECK(components <= kComponents - used_, "clocks should have room in their memory");
    uint32_t* taken = components_ + used_;
    used_ += components;
    return taken;
  }

 private:
  uint32_t* components_;
  size_t used_ = 0;
};

// A vector clock: for each thread, up to which time all that it did is known.
//
// The clocks of few threads lie in the object itself; components beyond its size
// are 0.  It is used in place and never copied, since it points into itself.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  // As new.  Memory that was never used, or whose ClockMemory was cleared, needs it.
  void reset() {
    components_ = near_;
    size_ = 0;
    capacity_ = kNear;
  }
  void clear() { size_ = 0; }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] uint32_t operator[](size_t thread) const {
    return thread < size_ ? components_[thread] : 0;
  }

  void set(size_t thread, uint32_t time, ClockMemory& memory) {
    if (thread >= size_) {
      grow_to(thread + 1, memory);
    }
    components_[thread] = time;
  }

  // Of a component that was set.
  void tick(size_t thread) { ++components_[thread]; }

  void assign(const Clock& other, ClockMemory& memory) {
    if (other.size_ > capacity_) [[unlikely]] {
      size_ = 0;
      make_room(other.size_, memory);
    }
    for (size_t i = 0; i < other.size_; ++i) {
      components_[i] = other.components_[i];
    }
    size_ = other.size_;
  }

  // The later of the two, component by component.
  void join(const Clock& other, ClockMemory& memory) {
    if (other.size_ > size_) {
      grow_to(other.size_, memory);
    }
    for (size_t i = 0; i < other.size_; ++i) {
      const uint32_t time = other.components_[i];
      components_[i] = components_[i] < time ? time : components_[i];
    }
  }

 private:
  static constexpr size_t kNear = 5;

  void grow_to(size_t size, ClockMemory& memory) {
    if (size > capacity_) [[unlikely]] {
      make_room(size, memory);
    }
    while (size_ < size) {
      components_[size_++] = 0;
    }
  }

  [[gnu::noinline]] void make_room(size_t size, ClockMemory& memory) {
    size_t capacity = size_t{16};
    while (capacity < size) {
      capacity *= 4;
    }
    uint32_t* longer = memory.take(capacity);
    for (size_t i = 0; i < size_; ++i) {
      longer[i] = components_[i];
    }
    components_ = longer;
    capacity_ = static_cast<uint16_t>(capacity);
  }

  uint32_t* components_ = nullptr;
  uint16_t size_ = 0;
  uint16_t capacity_ = 0;
  uint32_t near_[kNear] = {};
};

}  // namespace heddle::order

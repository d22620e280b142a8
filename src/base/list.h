// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "base/region.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace heddle::base {

// A vector of plain values in memory that somebody else owns.
//
// What runs inside a program under test takes no memory of its own: it is given
// a region (of a shared arena, of a private mapping, of a test's buffer), mapped
// generously and touched lazily.  The size lies in front of the elements, so two
// processes that lay a List over the same memory see the same one; fresh zeroed
// memory is an empty list.
template <typename T>
class List {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  List() = default;
  List(Region& region, size_t capacity)
      : size_(&region.take_one<uint64_t>()),
        data_(region.take<T>(capacity).data()),
        capacity_(capacity) {}

  // The size lies in `sizes`: those of several lists together, where all are looked at one after
  // the other, so that this takes one page and not one for each.
  List(Region& sizes, Region& region, size_t capacity)
      : size_(&sizes.take_one<uint64_t>()),
        data_(region.take<T>(capacity).data()),
        capacity_(capacity) {}

  [[nodiscard]] size_t size() const { return *size_; }
  [[nodiscard]] size_t capacity() const { return capacity_; }
  [[nodiscard]] bool empty() const { return *size_ == 0; }
  [[nodiscard]] bool full() const { return *size_ == capacity_; }

  T& operator[](size_t index) {
    HEDDLE_CHECK(index < *size_, "an index should be below the list's size");
    return data_[index];
  }
  const T& operator[](size_t index) const {
    HEDDLE_CHECK(index < *size_, "an index should be below the list's size");
    return data_[index];
  }
  T& back() { return (*this)[*size_ - 1]; }

  T& push_back(const T& value) {
    const uint64_t at = *size_;
    HEDDLE_CHECK(at < capacity_, "a list should be given room for all that it holds");
    data_[at] = value;
    *size_ = at + 1;
    return data_[at];
  }
  void pop_back() {
    HEDDLE_CHECK(*size_ > 0, "only a list that is not empty should be popped");
    --*size_;
  }
  void clear() { *size_ = 0; }

  // All its elements.
  [[nodiscard]] std::span<std::byte> memory() {
    return std::as_writable_bytes(std::span(data_, *size_));
  }

  // For those who write beyond the end themselves, or keep the size elsewhere.
  void set_size(size_t size) { *size_ = size; }
  [[nodiscard]] const uint64_t& size_word() const { return *size_; }

  // Drops the element at `index`; the last one takes its place.
  void remove_unordered(size_t index) {
    if (index + 1 != *size_) {
      (*this)[index] = back();
    }
    pop_back();
  }

  void reverse() {
    for (size_t low = 0, high = *size_; low + 1 < high; ++low) {
      const T value = data_[low];
      data_[low] = data_[--high];
      data_[high] = value;
    }
  }

  T* begin() { return data_; }
  T* end() { return data_ + *size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + *size_; }

  [[nodiscard]] std::span<const T> items() const { return {data_, *size_}; }

 private:
  uint64_t* size_ = nullptr;
  T* data_ = nullptr;
  size_t capacity_ = 0;
};

}  // namespace heddle::base

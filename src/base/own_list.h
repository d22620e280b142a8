// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "base/region.h"

#include <cstddef>
#include <span>
#include <type_traits>

namespace heddle::base {

// A List (list.h) of one process alone: its size is at hand, and it may move.
//
// It begins with room for a few elements in `near`, and moves to `far` when there are more: pages
// far apart each cost a page fault, and most executions need few.
template <typename T>
class OwnList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  OwnList() = default;
  OwnList(Region& near, size_t few, Region& far, size_t capacity)
      : data_(near.take<T>(few).data()),
        capacity_(few),
        later_(far.take<T>(capacity).data()),
        later_capacity_(capacity) {}

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  T& operator[](size_t index) {
    HEDDLE_CHECK(index < size_, "an index should be below the list's size");
    return data_[index];
  }
  const T& operator[](size_t index) const {
    HEDDLE_CHECK(index < size_, "an index should be below the list's size");
    return data_[index];
  }

  T& push_back(const T& value) {
    if (size_ >= capacity_) [[unlikely]] {
      move_away();  // without `value`, which is put together in its place then
    }
    T& added = data_[size_];
    added = value;
    ++size_;
    return added;
  }
  void clear() { size_ = 0; }
  void assign(std::span<const T> items) {
    clear();
    for (const T& item : items) {
      push_back(item);
    }
  }
  // Keeps the first so many.
  void truncate(size_t size) {
    HEDDLE_CHECK(size <= size_, "a list should be cut where it has elements");
    size_ = size;
  }

  // Drops the element at `index`; the last one takes its place.
  void remove_unordered(size_t index) {
    (*this)[index] = data_[size_ - 1];
    --size_;
  }

  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  [[nodiscard]] std::span<const T> items() const { return {data_, size_}; }

 private:
  [[gnu::noinline, gnu::cold]] void move_away() {
    HEDDLE_CHECK(size_ < later_capacity_, "a list should be given room for all that it holds");
    for (size_t i = 0; i < size_; ++i) {
      later_[i] = data_[i];
    }
    data_ = later_;
    capacity_ = later_capacity_;
    later_capacity_ = 0;
  }

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  T* later_ = nullptr;
  size_t later_capacity_ = 0;  // 0: it has moved
};

}  // namespace heddle::base

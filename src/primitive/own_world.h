// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "base/region.h"
#include "primitive/world.h"

#include <cstddef>

#include <sys/mman.h>

namespace heddle::primitive {

// A World or a State that nobody else sees, in memory that is taken as it is touched.
template <typename T>
class Own {
 public:
  Own()
      : bytes_(T::bytes_needed()),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    HEDDLE_CHECK(memory_ != MAP_FAILED, "there should be address space for it");
    lay();
  }
  ~Own() { munmap(memory_, bytes_); }
  Own(const Own&) = delete;
  Own& operator=(const Own&) = delete;

  // Back to one without threads and objects.
  void reset() {
    madvise(memory_, bytes_, MADV_DONTNEED);
    lay();
  }

  T& operator*() { return value_; }
  const T& operator*() const { return value_; }
  T* operator->() { return &value_; }
  const T* operator->() const { return &value_; }

 private:
  void lay() {
    base::Region region(memory_, bytes_);
    value_ = T(region);
  }

  const size_t bytes_;
  void* const memory_;
  T value_;
};

using OwnWorld = Own<World>;
using OwnState = Own<State>;

}  // namespace heddle::primitive

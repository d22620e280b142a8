// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "base/region.h"
#include "primitive/world.h"

#include <cstddef>

#include <sys/mman.h>

namespace heddle::primitive {

// A World that nobody else sees, in memory that is taken as it is touched.
class OwnWorld {
 public:
  OwnWorld()
      : bytes_(World::bytes_needed()),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    HEDDLE_CHECK(memory_ != MAP_FAILED, "there should be address space for a World");
    lay();
  }
  ~OwnWorld() { munmap(memory_, bytes_); }
  OwnWorld(const OwnWorld&) = delete;
  OwnWorld& operator=(const OwnWorld&) = delete;

  // Back to a World without threads and objects.
  void reset() {
    madvise(memory_, bytes_, MADV_DONTNEED);
    lay();
  }

  World& operator*() { return world_; }
  const World& operator*() const { return world_; }
  World* operator->() { return &world_; }
  const World* operator->() const { return &world_; }

 private:
  void lay() {
    base::Region region(memory_, bytes_);
    world_ = World(region);
  }

  const size_t bytes_;
  void* const memory_;
  World world_;
};

}  // namespace heddle::primitive

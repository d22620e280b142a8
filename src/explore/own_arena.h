// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "explore/arena.h"

#include <cstddef>
#include <memory>

#include <sys/mman.h>

namespace heddle::explore {

// An arena that nobody else sees, in memory that is taken as it is touched.
template <typename Kind>
class OwnArenaOf {
 public:
  explicit OwnArenaOf(Settings settings, size_t search_bytes = size_t{1} << 28)
      : bytes_(Kind::bytes_wanted(settings.step_limit, search_bytes)),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    HEDDLE_CHECK(memory_ != MAP_FAILED, "there should be address space for a search");
    arena_ = std::make_unique<Kind>(memory_, bytes_, settings);
  }
  ~OwnArenaOf() { munmap(memory_, bytes_); }
  OwnArenaOf(const OwnArenaOf&) = delete;
  OwnArenaOf& operator=(const OwnArenaOf&) = delete;

  Kind& operator*() { return *arena_; }
  Kind* operator->() { return arena_.get(); }

 private:
  const size_t bytes_;
  void* const memory_;
  std::unique_ptr<Kind> arena_;
};

using OwnArena = OwnArenaOf<Arena>;

}  // namespace heddle::explore

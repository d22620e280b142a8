// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "explore/arena.h"

#include <memory>

namespace heddle::supervise {

// The arena of one exploration: memory without a name, which the program is given
// as an open descriptor.
class SharedMemory {
 public:
  static base::Result<std::unique_ptr<SharedMemory>> create(explore::Settings settings);

  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  explore::Arena& arena() { return *arena_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

  // For what is found out only when the program has run once.
  explore::Settings& settings();

 private:
  SharedMemory(int descriptor, void* memory, size_t bytes, const explore::Settings& settings);

  const int descriptor_;
  void* const memory_;
  const size_t bytes_;
  std::unique_ptr<explore::Arena> arena_;
};

}  // namespace heddle::supervise

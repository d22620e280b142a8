// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "process/arena.h"

#include <memory>

namespace heddle::supervise {

// The arena of one exploration: memory without a name, which the program is given
// as an open descriptor, or two of them.
class SharedMemory {
 public:
  // With the side of the search in that file, unless it is -1.  A file that has one already is
  // one whose search goes on, by its own settings; `settings` says what may be another now.
  static base::Result<std::unique_ptr<SharedMemory>> create(explore::Settings settings,
                                                            int search_file = -1);

  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  process::Arena& arena() { return *arena_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] int search_descriptor() const { return search_; }

  // There was a search in the file.
  [[nodiscard]] bool goes_on() const { return goes_on_; }

  // For what is found out only when the program has run once.
  explore::Settings& settings();

 private:
  SharedMemory(int descriptor, int search, bool goes_on, void* memory, size_t bytes,
               const explore::Settings& settings);

  const int descriptor_;
  const int search_;  // not ours to close
  const bool goes_on_;
  void* const memory_;
  const size_t bytes_;
  std::unique_ptr<process::Arena> arena_;
};

}  // namespace heddle::supervise

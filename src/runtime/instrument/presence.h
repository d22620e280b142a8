// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "runtime/loaded_files.h"

#include <cstddef>
#include <cstdint>
#include <span>

// In which files that were not compiled for heddle each thread was last.
//
// Such a file may have locks of its own, which nobody sees: two accesses that they order look like
// a race.  The order is possible only if the first thread was in the file after its access, and the
// second one before its own and not before the first's.  A thread is in a file when it calls a
// function of it (calls_out.h), when it returns to it or is called from it, and when it does a step
// for it.
//
// Kept only in an execution in which every pair of places that race is wanted.
namespace heddle::runtime {

struct Fiber;

class Presence {
 public:
  static constexpr size_t kMostFiles = 64;
  static constexpr uint32_t kNone = UINT32_MAX;

  Presence() = default;

  // Takes its memory, once.
  void prepare();

  // The file around an address, for as long as the process lives; kNone if there is none, or if
  // there are too many.
  uint32_t number_of(uint64_t address);

  // Takes note of the calls of the current thread since it did so last.
  void look_at_calls(Fiber& self);

  // The current thread was in the file around that address, if it is not instrumented.
  void came_from(Fiber& self, const void* address);

  // What one access of a race was like: by whom, at which time of the thread, in which step.
  struct Access {
    event::ThreadId thread;
    uint32_t time;
    uint32_t step;
  };
  // Files that may have ordered them: an address in each, as many as there is room for.
  size_t find_between(const Access& first, event::ThreadId second, std::span<uint64_t> files) const;

 private:
  struct Last {
    uint32_t time;  // of the thread, which moved on then; 0: never
    uint32_t step;  // of the execution
  };

  [[nodiscard]] Last& last(event::ThreadId thread, size_t file) const {
    return last_[event::index(thread) * kMostFiles + file];
  }
  void note(Fiber& self, uint64_t files);

  AddressRange files_[kMostFiles];
  size_t count_ = 0;
  Last* last_ = nullptr;
};

}  // namespace heddle::runtime

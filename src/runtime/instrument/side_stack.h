// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Where the hooks work, so that they leave no trace on the program's stack.
//
// What heddle's functions leave below the frame of their caller gets into the frames of functions
// that are called later, in places to which those never write.  It would be taken for something of
// the program's (spin.h): a loop that waits would seem to get somewhere, as steps are counted, or
// would do so in one run and not in another, which keeps stacks.  So each thread has another stack
// for them, below all those of the program: who walks a stack expects inner frames further down.
//
// What else heddle does is done on the program's stack, and cleared away before the next read of
// which it matters.
//
// A hook that is called while its thread's side stack is in use, by a signal handler, stays on
// the stack on which it was called.  Side stacks are part of the program's state, as a thread that
// waits for its turn does so on one.
namespace heddle::runtime {

struct SideStack {
  static constexpr size_t kBytes = size_t{1} << 18;

  void* free = nullptr;  // its top, if nobody is on it; known to hooks_entry.S
  uint64_t left_at =
      0;  // whoever is on it: where the program's stack was left; known to hooks_entry.S
  void* top = nullptr;
  bool used_other = false;  // heddle has written to the program's stack since it was cleared

  // Takes its memory, once.
  void prepare();

  // Whoever was on it does not come back.
  void abandon() { free = top; }

  // Heddle does something on whichever stack it was called on.
  void note_use_of_other() { used_other |= free != nullptr; }

  // In a hook that works on it: there are zeros below where the program's stack was left.  What is
  // from `end` up is known to be the thread's stack.
  void clear_other(uint64_t end);

  [[nodiscard]] bool contains(uint64_t address) const {
    return reinterpret_cast<uint64_t>(top) - address <= kBytes;
  }
};

}  // namespace heddle::runtime

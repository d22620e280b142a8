// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Which bytes more than one thread touches, with `--visible all`.
//
// Bytes that nobody writes while there are several threads do not count: reads of
// them commute with everything.
namespace heddle::runtime {

class Sharing {
 public:
  Sharing() = default;

  // Takes its memory, once.
  void prepare();

  // Nobody has touched anything.
  void begin_execution() { ++generation_; }

  // A plain access by the thread of that number; bytes that prove to be shared, and were not
  // known as such, are written to the arena.
  void access(uint32_t thread, uint64_t address, uint64_t bytes, bool writes);

 private:
  static constexpr size_t kSlots = size_t{1} << 22;
  static constexpr uint16_t kSeveral = 0xffff;

  struct Slot {
    uint64_t word = 0;  // eight bytes: their address divided by eight
    uint32_t generation = 0;
    uint8_t written = 0;
    uint8_t told = 0;
    uint16_t toucher[8] = {};  // the thread's number plus 1, or kSeveral
  };

  Slot& slot_of(uint64_t word);

  Slot* slots_ = nullptr;
  uint32_t generation_ = 0;
  size_t used_ = 0;
};

}  // namespace heddle::runtime

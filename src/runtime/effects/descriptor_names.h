// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// What descriptors stand for, by names that are the same in every execution that comes to the same
// point: the kernel's own numbers of pipes and new files are not.
//
// The name of a file is the lowest open descriptor of it.  So both ends of a pipe, duplicates, and
// two openings of one file are one thing.  Whoever opens or closes a descriptor changes the table,
// which every use of a descriptor reads, so names change only where all uses are ordered.
//
// Sockets are one thing together, since what is written to one is read from another; and so are
// terminals and other devices.
namespace heddle::runtime {

class DescriptorNames {
 public:
  enum class Kind : uint8_t {
    none,
    captured,
    regular,
    process,  // a file of /proc, which tells of memory, descriptors and more
    other,
  };

  struct Known {
    Kind kind = Kind::none;
    uint64_t name = 0;
    uint64_t device = 0;  // and the number there: which file it is, for now
    uint64_t number = 0;
  };

  // Before the first execution: what the program writes to 1 and 2 is captured.
  void remember_captured();

  // What is behind it; Kind::none if it is not open.
  [[nodiscard]] const Known& look_up(int descriptor);

  [[nodiscard]] bool is_captured(int descriptor) {
    return (descriptor == 1 || descriptor == 2) && look_up(descriptor).kind == Kind::captured;
  }

  // The table is about to change.  That an execution begins, which has put it back, need not be
  // said.
  void forget() { ++changes_; }

 private:
  static constexpr size_t kMost = 256;

  struct Slot {
    Known known;
    uint64_t seen_at = 0;  // the age() when what is there was looked at, and when it was named
    uint64_t named_at = 0;
  };

  // Moves with every change, and with every execution.
  [[nodiscard]] uint64_t age() const;

  void look_at(int descriptor, Slot& slot);
  void name(int descriptor, Slot& slot);

  Slot slots_[kMost];
  Slot high_;  // for descriptors beyond those
  uint32_t changes_ = 1;
  Known captured_[3];
};

}  // namespace heddle::runtime

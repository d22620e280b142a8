// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// The descriptors that are open at the start.
//
// A process made by fork has its own, but shares their offsets and flags with its
// parent; a process that goes on itself must also close what was opened, and open
// what was closed.
class Descriptors {
 public:
  void remember();

  // After an execution in another process.
  void put_back_offsets() const;

  // After an execution in this process.  Copies are kept of all that are open.
  bool keep_copies();
  [[nodiscard]] bool are_changed() const;
  // False if a copy is gone.
  [[nodiscard]] bool put_back() const;

 private:
  struct Entry {
    int descriptor;
    int status_flags;
    int descriptor_flags;
    int64_t offset;  // negative: it cannot be sought
    uint64_t device;
    uint64_t inode;
    int copy;
  };
  static constexpr size_t kMost = 256;

  static Entry describe(int descriptor);
  [[nodiscard]] const Entry* find(int descriptor) const;
  void put_back_offset(const Entry& entry) const;
  template <typename Take>
  static bool for_each_open(Take take);

  Entry entries_[kMost];
  size_t count_ = 0;
};

}  // namespace heddle::runtime

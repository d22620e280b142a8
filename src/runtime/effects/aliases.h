// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Memory that the program sees at several addresses: shared mappings of one file.
//
// Such bytes are one variable, and a lock in them is one lock, whichever address it is used by.
// So objects and variables are known by one of the addresses, the canonical one: where the first
// mapping of the file has, or would have, the same bytes.  A private mapping has addresses of its
// own, but who reads there sees what others write to the file.
namespace heddle::runtime {

struct SharedMapping {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t device = 0;  // and the number there: of which file
  uint64_t number = 0;
  uint64_t origin = 0;  // the canonical address of the file's first byte
  uint64_t offset = 0;  // in the file, of the first byte of the mapping
  // What is written there stays there, but until then it is what the file has.
  bool is_private = false;

  [[nodiscard]] uint64_t canonical(uint64_t address) const {
    return origin + offset + (address - begin);
  }
};

// Part of the program's state: it is put back with the program's memory.
class SharedMappings {
 public:
  [[nodiscard]] bool any() const { return count_ != 0; }

  // Address space there is another mapping now, or none.
  void remove(uint64_t begin, uint64_t end);

  // A mapping was made of a file, at `offset`.
  void add(uint64_t begin, uint64_t end, uint64_t device, uint64_t number, uint64_t offset,
           bool is_private = false);

  // A mapping was moved, or doubled: what was at `from` is at [begin, end), too.
  void add_copy(uint64_t from, uint64_t begin, uint64_t end);

  [[nodiscard]] uint64_t canonical(uint64_t address) const;
  [[nodiscard]] bool has(uint64_t device, uint64_t number) const {
    return has(device, number, false);
  }
  [[nodiscard]] bool has_private(uint64_t device, uint64_t number) const {
    return has(device, number, true);
  }
  [[nodiscard]] const SharedMapping* at(uint64_t address) const;

  // Some bytes have several addresses, or had; there were more mappings than can be kept.
  [[nodiscard]] bool has_aliases() const { return aliases_; }
  [[nodiscard]] bool overflowed() const { return overflowed_; }

 private:
  static constexpr size_t kMost = 128;

  void push(const SharedMapping& mapping);
  [[nodiscard]] bool has(uint64_t device, uint64_t number, bool is_private) const;

  SharedMapping mappings_[kMost];
  uint32_t count_ = 0;
  bool aliases_ = false;
  bool overflowed_ = false;
};

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/own_memory.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::runtime {

// A piece of the process's address space that the runtime does not own.
struct Mapping {
  Span span;
  int protection = 0;  // PROT_*
  bool shared = false;
  bool is_stack = false;  // of the thread that runs main: it grows by itself
  uint64_t inode = 0;     // 0: no file behind it
  uint64_t device = 0;
  uint64_t offset = 0;

  // Whether the rest is alike; `other` may begin elsewhere.
  [[nodiscard]] bool same_kind(const Mapping& other) const {
    return protection == other.protection && shared == other.shared && inode == other.inode &&
           device == other.device &&
           (inode == 0 || offset - span.begin == other.offset - other.span.begin);
  }
};

// All of them, as /proc/self/maps tells.
class MappingList {
 public:
  // Takes memory of its own; to be done before the first read().
  void make_room();

  // False if they cannot be read, or there are too many.
  bool read();

  // One more, where none was.  False if there are too many.
  bool add(const Mapping& mapping);

  [[nodiscard]] std::span<const Mapping> items() const { return {items_, count_}; }

 private:
  static constexpr size_t kMost = 4096;
  static constexpr size_t kTextBytes = size_t{1} << 19;

  bool add(const char*& line, const char* end);

  Mapping* items_ = nullptr;
  char* text_ = nullptr;
  size_t count_ = 0;
};

}  // namespace heddle::runtime

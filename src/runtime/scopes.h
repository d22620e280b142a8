// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/records.h"

#include <cstddef>
#include <cstdint>
#include <span>

// Code in which threads are to be preempted, or not (process/arena.h: `scope_ranges`), wherever
// this process has it.
namespace heddle::runtime {

class Scopes {
 public:
  Scopes() = default;

  // Takes its memory, once.
  void prepare();

  [[nodiscard]] bool any() const { return modules_ != nullptr; }

  // Whether there is code in which threads are never to be preempted.
  [[nodiscard]] bool has_never() const { return has_never_; }

  // Files may have been loaded or closed since it was asked last, or an execution begins.
  void refresh();
  void begin();

  // Bits of ScopeRange; `address` is inside of an instruction.  An execution is refused that has
  // come to code of which nobody knows what it is.
  [[nodiscard]] uint32_t at(uint64_t address);

 private:
  // A file that is loaded.
  struct Loaded {
    uint64_t begin;
    uint64_t end;
    uint64_t bias;
    size_t first;  // of its ranges
    size_t count;
    bool unknown;  // what its code is
  };
  struct Known {
    uint64_t address;  // 0: none
    uint32_t what;
  };

  static constexpr size_t kMostLoaded = 1024;
  static constexpr size_t kKnown = 4096;

  void read_files();
  [[nodiscard]] uint32_t look_up(uint64_t address) const;

  std::span<const explore::ScopeModule> names_;
  std::span<const explore::ScopeRange> ranges_;
  Loaded* modules_ = nullptr;
  size_t count_ = 0;
  Known* known_ = nullptr;
  bool has_never_ = false;
  uint64_t version_ = 0;        // of the loader's list, when it was read
  uint64_t start_version_ = 0;  // when it was read first
};

}  // namespace heddle::runtime

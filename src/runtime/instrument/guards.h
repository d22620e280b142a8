// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Where the guards of static locals are.
//
// Compilers look at a guard by an atomic load before they call __cxa_guard_acquire.  That
// is part of entering, which is a step only while the object is not made
// (interpose/once.cc), and not an access of the program's.  Guards are known by the names of
// their symbols; in a file that was stripped of them, the load is a step like others.
namespace heddle::runtime {

class Guards {
 public:
  Guards() = default;

  void add(uint64_t address);

  // Adds all those in an instrumented file.
  //   path: of the file; bias: where it was loaded.
  void add_file(const char* path, uint64_t bias);

  [[nodiscard]] bool contain(uint64_t address) const;

 private:
  static constexpr size_t kSlots = size_t{1} << 18;

  uint64_t* slots_ = nullptr;  // by hash of the address
  size_t used_ = 0;
};

// Whether a symbol of that name is a guard.
[[nodiscard]] bool names_guard(const char* symbol);

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/arena.h"

#include <cstdint>

#include <link.h>

// Which files are mapped where.
namespace heddle::runtime {

struct AddressRange {
  uint64_t begin = 0;
  uint64_t end = 0;

  [[nodiscard]] bool contains(uint64_t address) const { return address >= begin && address < end; }
};

// From its first byte in memory to its last.
AddressRange range_of(const dl_phdr_info& info);

// The file that covers an address; an empty range if there is none.
AddressRange file_around(uint64_t address);

// Writes all of them down.
[[gnu::noinline, gnu::cold]] void record_modules(process::Arena& arena);

// Only what they are called, in arena.loaded, and in arena.instrumented if accesses in them
// are seen; those that are there already stay.
[[gnu::noinline, gnu::cold]] void note_loaded_files(process::Arena& arena);

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/guards.h"

#include "base/hash.h"
#include "runtime/instrument/file_symbols.h"
#include "runtime/raw.h"

#include <cstring>

#include <elf.h>

namespace heddle::runtime {
namespace {

bool is_guard(const Elf64_Sym& symbol, const char* name) {
  // A thread's own static locals have guards that no other thread sees.
  return symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT &&
         names_guard(name);
}

}  // namespace

bool names_guard(const char* symbol) { return strncmp(symbol, "_ZGV", 4) == 0; }

void Guards::add(uint64_t address) {
  if (slots_ == nullptr) {
    slots_ = static_cast<uint64_t*>(raw_reserve(kSlots * sizeof(uint64_t)));
  }
  size_t at = base::mix(address) % kSlots;
  while (slots_[at] != 0 && slots_[at] != address) {
    at = (at + 1) % kSlots;
  }
  if (slots_[at] == 0 && used_ < kSlots / 2) {
    slots_[at] = address;
    ++used_;
  }
}

bool Guards::contain(uint64_t address) const {
  if (used_ == 0) {
    return false;
  }
  size_t at = base::mix(address) % kSlots;
  while (slots_[at] != 0 && slots_[at] != address) {
    at = (at + 1) % kSlots;
  }
  return slots_[at] == address;
}

void Guards::add_file(const char* path, uint64_t bias) {
  for_each_symbol(path, [&](const Elf64_Sym& symbol, const char* name) {
    if (is_guard(symbol, name)) {
      add(bias + symbol.st_value);
    }
  });
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/guards.h"

#include "base/hash.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstring>

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

// A file in memory, while it is looked at.
class Image {
 public:
  explicit Image(const char* path) {
    const long file = raw_syscall(SYS_openat, AT_FDCWD, as_long(path), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      return;
    }
    struct stat status = {};
    if (raw_syscall(SYS_fstat, file, as_long(&status)) == 0 && status.st_size > 0) {
      const long memory = raw_syscall(SYS_mmap, static_cast<long>(rt.next_mapping), status.st_size,
                                      PROT_READ, MAP_PRIVATE, file, 0);
      if (memory > 0) {
        begin_ = reinterpret_cast<const std::byte*>(memory);
        bytes_ = static_cast<size_t>(status.st_size);
      }
    }
    raw_syscall(SYS_close, file);
  }

  ~Image() {
    if (begin_ != nullptr) {
      raw_syscall(SYS_munmap, as_long(begin_), static_cast<long>(bytes_));
    }
  }

  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  // `count` values from there on; null if the file does not have them.
  template <typename T>
  [[nodiscard]] const T* at(uint64_t offset, uint64_t count) const {
    const bool inside = offset <= bytes_ && count <= (bytes_ - offset) / sizeof(T);
    return inside ? reinterpret_cast<const T*>(begin_ + offset) : nullptr;
  }

 private:
  const std::byte* begin_ = nullptr;
  size_t bytes_ = 0;
};

bool is_guard(const Elf64_Sym& symbol, const char* names, uint64_t bytes) {
  // A thread's own static locals have guards that no other thread sees.
  return symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT &&
         symbol.st_name < bytes && names_guard(names + symbol.st_name);
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
  const Image image(path);
  const auto* header = image.at<Elf64_Ehdr>(0, 1);
  const auto* sections =
      header == nullptr ? nullptr : image.at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
  for (size_t i = 0; sections != nullptr && i < header->e_shnum; ++i) {
    const Elf64_Shdr& section = sections[i];
    const bool has_symbols = section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM;
    if (!has_symbols || section.sh_link >= header->e_shnum) {
      continue;
    }
    const Elf64_Shdr& strings = sections[section.sh_link];
    const size_t count = section.sh_size / sizeof(Elf64_Sym);
    const auto* symbols = image.at<Elf64_Sym>(section.sh_offset, count);
    const char* names = image.at<char>(strings.sh_offset, strings.sh_size);
    const bool whole = symbols != nullptr && names != nullptr && strings.sh_size > 0 &&
                       names[strings.sh_size - 1] == '\0';
    for (size_t k = 0; whole && k < count; ++k) {
      if (is_guard(symbols[k], names, strings.sh_size)) {
        add(bias + symbols[k].st_value);
      }
    }
  }
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstddef>
#include <cstdint>

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

// The symbols of a file, from the disk: the loader keeps only those that other files may use.
namespace heddle::runtime {

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

// Tells `take` of every symbol and its name, table by table.  Whether there is a table of all,
// which a file may have been stripped of.
template <typename Take>
bool for_each_symbol(const char* path, Take take) {
  const Image image(path);
  const auto* header = image.at<Elf64_Ehdr>(0, 1);
  const auto* sections =
      header == nullptr ? nullptr : image.at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
  bool has_all = false;
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
    has_all |= whole && section.sh_type == SHT_SYMTAB;
    for (size_t k = 0; whole && k < count; ++k) {
      if (symbols[k].st_name < strings.sh_size) {
        take(symbols[k], names + symbols[k].st_name);
      }
    }
  }
  return has_all;
}

}  // namespace heddle::runtime

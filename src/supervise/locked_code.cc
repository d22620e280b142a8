// SPDX-License-Identifier: Apache-2.0
#include "supervise/locked_code.h"

#include "supervise/x86_code.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

bool is_code(const GElf_Shdr& section) {
  return section.sh_type == SHT_PROGBITS && (section.sh_flags & SHF_EXECINSTR) != 0;
}

bool has_locked_instruction(Elf_Scn* section) {
  const Elf_Data* data = elf_rawdata(section, nullptr);
  return data != nullptr && data->d_buf != nullptr &&
         synchronizes({static_cast<const uint8_t*>(data->d_buf), data->d_size});
}

bool calls_syscall(Elf* elf, Elf_Scn* section, const GElf_Shdr& header) {
  Elf_Data* data = elf_getdata(section, nullptr);
  const size_t count = header.sh_entsize != 0 ? header.sh_size / header.sh_entsize : 0;
  for (size_t i = 0; data != nullptr && i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr ||
        symbol.st_shndx != SHN_UNDEF) {
      continue;
    }
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name != nullptr && strcmp(name, "syscall") == 0) {
      return true;
    }
  }
  return false;
}

bool synchronizes(Elf* elf) {
  GElf_Ehdr file;
  if (gelf_getehdr(elf, &file) == nullptr || file.e_machine != EM_X86_64) {
    return false;
  }
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) {
      continue;
    }
    if ((is_code(header) && has_locked_instruction(section)) ||
        (header.sh_type == SHT_DYNSYM && calls_syscall(elf, section, header))) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool has_locked_code(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return false;
  }
  elf_version(EV_CURRENT);
  Elf* elf = elf_begin(descriptor, ELF_C_READ_MMAP, nullptr);
  const bool result = elf != nullptr && synchronizes(elf);
  elf_end(elf);
  close(descriptor);
  return result;
}

bool is_modelled(const std::string& path) {
  constexpr const char* kNames[] = {
      "ld-linux", "libanl.so",   "libatomic.so", "libc++.so",    "libc++abi.so",  "libc.so",
      "libdl.so", "libgcc_s.so", "libheddle_rt", "libm.so",      "libpthread.so", "libresolv.so",
      "librt.so", "libtsan.so",  "libutil.so",   "libstdc++.so", "linux-vdso"};
  const std::string name = path.substr(path.rfind('/') + 1);
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](const char* known) { return name.starts_with(known); });
}

}  // namespace heddle::supervise

// SPDX-License-Identifier: Apache-2.0
// The loader has put the addresses of the functions that a file calls into a table of the
// file; those of memory functions are replaced there, and those of other functions that are not
// instrumented are counted.  A file that has a function of such a name itself keeps it.
#include "runtime/instrument/redirect.h"

#include "runtime/instrument/calls_out.h"
#include "runtime/instrument/memory_functions.h"
#include "runtime/instrument/watch.h"
#include "runtime/loaded_files.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstddef>

#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

struct Relocations {
  const ElfW(Rela) * first = nullptr;
  size_t count = 0;
};

struct File {
  const char* path = nullptr;
  uint64_t bias = 0;
  AddressRange closed;  // written by the loader, and by nobody after it
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  Relocations data;
  Relocations calls;
};

// The loader adds the bias to what it finds here, but not in all files.
template <typename T>
const T* at(const File& file, uint64_t address) {
  return reinterpret_cast<const T*>(address < file.bias ? file.bias + address : address);
}

void read_dynamic(File& file, const ElfW(Dyn) * entry) {
  for (; entry->d_tag != DT_NULL; ++entry) {
    const uint64_t value = entry->d_un.d_val;
    switch (entry->d_tag) {
      case DT_SYMTAB:
        file.symbols = at<ElfW(Sym)>(file, value);
        break;
      case DT_STRTAB:
        file.names = at<char>(file, value);
        break;
      case DT_RELA:
        file.data.first = at<ElfW(Rela)>(file, value);
        break;
      case DT_RELASZ:
        file.data.count = value / sizeof(ElfW(Rela));
        break;
      case DT_JMPREL:
        file.calls.first = at<ElfW(Rela)>(file, value);
        break;
      case DT_PLTRELSZ:
        file.calls.count = value / sizeof(ElfW(Rela));
        break;
      default:
        break;
    }
  }
}

struct Search {
  uint64_t address;
  File file;
};

bool covers(const dl_phdr_info& info, uint64_t address) {
  for (size_t i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && address - info.dlpi_addr - segment.p_vaddr < segment.p_memsz) {
      return true;
    }
  }
  return false;
}

int look_at(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* search = static_cast<Search*>(argument);
  if (!covers(*info, search->address)) {
    return 0;
  }
  File& file = search->file;
  file.path = info->dlpi_name[0] != '\0' ? info->dlpi_name : "/proc/self/exe";
  file.bias = info->dlpi_addr;
  for (size_t i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const uint64_t begin = file.bias + segment.p_vaddr;
    if (segment.p_type == PT_GNU_RELRO) {
      // The loader closes whole pages only.
      file.closed = {begin & ~uint64_t{4095}, (begin + segment.p_memsz) & ~uint64_t{4095}};
    } else if (segment.p_type == PT_DYNAMIC) {
      read_dynamic(file, reinterpret_cast<const ElfW(Dyn)*>(begin));
    }
  }
  return 1;
}

File file_at(uint64_t address) {
  Search search{address, {}};
  dl_iterate_phdr(look_at, &search);
  return search.file;
}

void protect(const AddressRange& pages, int protection) {
  if (pages.begin < pages.end) {
    raw_syscall(SYS_mprotect, static_cast<long>(pages.begin),
                static_cast<long>(pages.end - pages.begin), protection);
  }
}

void redirect(const File& file, const Relocations& relocations) {
  for (size_t i = 0; i < relocations.count; ++i) {
    const ElfW(Rela)& relocation = relocations.first[i];
    const auto type = ELF64_R_TYPE(relocation.r_info);
    if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) {
      continue;
    }
    const ElfW(Sym)& symbol = file.symbols[ELF64_R_SYM(relocation.r_info)];
    const char* name = file.names + symbol.st_name;
    auto& slot = *reinterpret_cast<void**>(file.bias + relocation.r_offset);
    const bool is_foreign = symbol.st_shndx == SHN_UNDEF;
    const bool is_call = type == R_X86_64_JUMP_SLOT || ELF64_ST_TYPE(symbol.st_info) == STT_FUNC;
    void* replacement = is_foreign ? memory_function(name) : nullptr;
    if (replacement != nullptr) {
      slot = replacement;
    } else if (is_foreign && is_call && !is_instrumented(slot)) {
      slot = counted_call(name, slot);
    } else if (names_guard(name)) {
      // Of an inline function; the guard that is used may be another file's.
      rt.watch.guards.add(reinterpret_cast<uint64_t>(slot));
    }
  }
}

}  // namespace

void redirect_file(uint64_t inside) {
  const File file = file_at(inside);
  if (file.symbols == nullptr || file.names == nullptr) {
    return;
  }
  protect(file.closed, PROT_READ | PROT_WRITE);
  redirect(file, file.data);
  redirect(file, file.calls);
  protect(file.closed, PROT_READ);
}

void replace_calls(uint64_t inside, void* (*replacement)(void* function)) {
  const File file = file_at(inside);
  protect(file.closed, PROT_READ | PROT_WRITE);
  for (size_t i = 0; i < file.calls.count; ++i) {
    const ElfW(Rela)& relocation = file.calls.first[i];
    if (ELF64_R_TYPE(relocation.r_info) == R_X86_64_JUMP_SLOT) {
      auto& slot = *reinterpret_cast<void**>(file.bias + relocation.r_offset);
      void* instead = replacement(slot);
      slot = instead != nullptr ? instead : slot;
    }
  }
  protect(file.closed, PROT_READ);
}

void read_symbols(uint64_t inside) {
  const File file = file_at(inside);
  if (file.path != nullptr) {
    rt.watch.guards.add_file(file.path, file.bias);
    rt.watch.plain_parts.add_file(file.path);
  }
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#include "supervise/sanitizers.h"

#include <cstddef>
#include <cstring>

#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

constexpr const char* kThreads =
    "has ThreadSanitizer's own runtime linked into it, as clang does it; rebuild it with heddle "
    "c++";

constexpr struct {
  const char* symbol;
  bool defined;  // only then is it in the way
  const char* why_not;
} kSigns[] = {
    {"__tsan_init", true,
     "has ThreadSanitizer's own runtime linked into it, as clang does it; rebuild it with heddle "
     "c++"},
    {"__asan_init", false,
     "was built with AddressSanitizer, which does not go with heddle; rebuild it without "
     "-fsanitize=address"},
    {"__msan_init", false,
     "was built with MemorySanitizer, which does not go with heddle; rebuild it without "
     "-fsanitize=memory"},
    {"__lsan_init", false,
     "was built with LeakSanitizer, which does not go with heddle; rebuild it without "
     "-fsanitize=leak"},
};

std::string judge(const char* name, bool defined) {
  for (const auto& sign : kSigns) {
    if (strcmp(name, sign.symbol) == 0 && (defined || !sign.defined)) {
      return sign.why_not;
    }
  }
  return {};
}

// Tells `take` of the symbols that other files may see, by name, until it says stop.  What heddle
// cc links in is hidden, so its symbols are local ones, or say so.
template <typename Take>
void for_each_symbol(Elf* elf, Take take) {
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_entsize == 0 ||
        (header.sh_type != SHT_DYNSYM && header.sh_type != SHT_SYMTAB)) {
      continue;
    }
    Elf_Data* data = elf_getdata(section, nullptr);
    for (size_t i = 0; data != nullptr && i < header.sh_size / header.sh_entsize; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) {
        break;
      }
      if (GELF_ST_BIND(symbol.st_info) == STB_LOCAL ||
          GELF_ST_VISIBILITY(symbol.st_other) != STV_DEFAULT) {
        continue;
      }
      const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
      if (name != nullptr && take(name, symbol.st_shndx != SHN_UNDEF)) {
        return;
      }
    }
  }
}

template <typename Take>
void for_each_symbol_in(const std::string& path, Take take) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return;
  }
  elf_version(EV_CURRENT);
  Elf* elf = elf_begin(file, ELF_C_READ_MMAP, nullptr);
  if (elf != nullptr) {
    for_each_symbol(elf, take);
  }
  elf_end(elf);
  close(file);
}

}  // namespace

std::string why_not_with_sanitizer(const std::string& path) {
  std::string reason;
  for_each_symbol_in(path, [&](const char* name, bool defined) {
    reason = judge(name, defined);
    return !reason.empty();
  });
  return reason;
}

bool is_instrumented(const std::string& path) {
  bool found = false;
  for_each_symbol_in(path, [&](const char* name, bool /*defined*/) {
    found = strcmp(name, "heddle_rt_connect") == 0 || strcmp(name, "__tsan_init") == 0;
    return found;
  });
  return found;
}

}  // namespace heddle::supervise

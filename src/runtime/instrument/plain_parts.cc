// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/plain_parts.h"

#include "runtime/instrument/file_symbols.h"

#include <algorithm>
#include <cstring>

namespace heddle::runtime {
namespace {

// The compiler's start-up file, which comes after those of libc and before all else.
bool is_start(const char* source) {
  return strcmp(source, "crtstuff.c") == 0 || strcmp(source, "crtbegin.c") == 0;
}

// Nothing, of symbols that the linker made or that belong to all; and what comes at the end.
bool is_in_every_file(const char* source) {
  return source[0] == '\0' || is_start(source) || strcmp(source, "crtend.c") == 0 ||
         strcmp(source, "crtn.o") == 0;
}

// The constructor that gcc or clang gives to what it instruments; what hooks/ calls itself.
bool tells_of_hooks(const char* local) {
  return strstr(local, "I_00099_0") != nullptr || strncmp(local, "tsan.module_ctor", 16) == 0 ||
         strcmp(local, "heddle_part") == 0;
}

}  // namespace

void PlainParts::add(const char* name) {
  const bool is_known = std::any_of(names_, names_ + count_, [&](const char* known) {
    return strncmp(known, name, kLongest - 1) == 0;
  });
  if (!is_known && count_ < kMost) {
    strncpy(names_[count_++], name, kLongest - 1);
  }
}

void PlainParts::add_file(const char* path) {
  const size_t count_before = count_;
  const char* source = "";
  bool is_plain = false;
  bool has_started = false;
  const auto next = [&](const char* name) {
    if (is_plain) {
      add(source);
    }
    if (is_start(name) && !has_started) {
      has_started = true;
      count_ = count_before;
    }
    source = name;
    is_plain = !is_in_every_file(name);
  };
  const bool has_all = for_each_symbol(path, [&](const Elf64_Sym& symbol, const char* name) {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FILE) {
      next(name);
    } else if (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL) {
      next("");
    } else if (is_plain && tells_of_hooks(name)) {
      is_plain = false;
    }
  });
  next("");
  unknown_ |= !has_all;
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <elfutils/libdw.h>

struct Dwfl_Module;

namespace heddle::supervise {

// A stretch of code and a name that it has: of a function that it is part of, be it inlined there,
// or of a source file that it comes from.  Code may have many names; each is one of those that the
// frames of a stack have there (DebugInfo::frames_at).
struct CodeName {
  uint64_t begin = 0;  // in addresses of the process
  uint64_t end = 0;
  bool is_file = false;
  std::string name;
};

using TakeCodeName = std::function<void(const CodeName&)>;

// Those in a compilation unit, by its DWARF.
//   skeleton: what the executable has of it, with the lines; whole: with the functions.
//   bias: address in the process less address in the file.
void for_each_name_in(Dwarf_Die skeleton, Dwarf_Die whole, uint64_t bias, const TakeCodeName& take);

// Those of functions that have symbols.
void for_each_symbol_in(Dwfl_Module* module, const TakeCodeName& take);

}  // namespace heddle::supervise

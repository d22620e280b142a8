// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <elfutils/libdw.h>

// Functions as DWARF describes them.
namespace heddle::supervise {

// A stretch of code of one function that has code of its own.
struct FunctionRange {
  Dwarf_Addr begin;
  Dwarf_Addr end;
  Dwarf_Die function;
};

// All of a compilation unit.
//
// This goes through the whole tree, and so finds what dwarf_getscopes() does not:
// GCC nests the code of a lambda in the function that defines it, whose own range
// does not hold it.
[[nodiscard]] std::vector<FunctionRange> functions_of(Dwarf_Die unit);

// The DIEs of calls inlined at `address` in `function`, innermost first, then
// `function` itself.
[[nodiscard]] std::vector<Dwarf_Die> inline_chain(Dwarf_Die function, Dwarf_Addr address);

// The short name of a function or of an inlined call of one.
[[nodiscard]] std::string function_name(Dwarf_Die function);

}  // namespace heddle::supervise

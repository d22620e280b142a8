// SPDX-License-Identifier: Apache-2.0
#include "supervise/debug_info.h"

#include "supervise/dwarf_functions.h"
#include "supervise/short_name.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

namespace heddle::supervise {

// A compilation unit, in addresses of the file.
//
// Units are looked up here and not with dwfl_addrdie(), which goes by
// .debug_aranges: clang writes none.
struct DebugInfo::Unit {
  struct Range {
    Dwarf_Addr begin;
    Dwarf_Addr end;
  };
  Dwarf_Die die;
  Dwarf_Addr bias;  // address in the process less address in the file
  std::vector<Range> ranges;
  std::optional<std::vector<FunctionRange>> functions;  // once they were needed
};

struct DebugInfo::Variable {
  uint64_t begin;
  uint64_t size;
  bool global;
  std::string symbol;
};

namespace {

std::string normal_path(const char* path) {
  return path == nullptr ? std::string() : std::filesystem::path(path).lexically_normal().string();
}

// The unit with the functions in it: of -gsplit-dwarf, the executable holds a
// skeleton and a .dwo file the rest.
Dwarf_Die whole_unit(Dwarf_Die unit) {
  Dwarf_Die split{};
  uint8_t type = 0;
  const bool known =
      dwarf_cu_info(unit.cu, nullptr, &type, nullptr, &split, nullptr, nullptr, nullptr) == 0;
  return known && type == DW_UT_skeleton && split.addr != nullptr ? split : unit;
}

void put_line(trace::Frame& frame, Dwarf_Die unit, Dwarf_Addr address) {
  Dwarf_Line* line = dwarf_getsrc_die(&unit, address);
  int number = 0;
  if (line != nullptr && dwarf_lineno(line, &number) == 0) {
    frame.file = normal_path(dwarf_linesrc(line, nullptr, nullptr));
    frame.line = static_cast<uint32_t>(number);
  }
}

Dwarf_Word number_of(Dwarf_Die die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  const bool there =
      dwarf_attr(&die, name, &attribute) != nullptr && dwarf_formudata(&attribute, &number) == 0;
  return there ? number : 0;
}

// Where `inlined` was called from, in the function around it.
void put_call(trace::Frame& caller, Dwarf_Die unit, Dwarf_Die inlined) {
  Dwarf_Files* files = nullptr;
  size_t count = 0;
  const Dwarf_Word file = number_of(inlined, DW_AT_call_file);
  caller.line = static_cast<uint32_t>(number_of(inlined, DW_AT_call_line));
  if (dwarf_getsrcfiles(&unit, &files, &count) == 0 && file < count) {
    caller.file = normal_path(dwarf_filesrc(files, file, nullptr, nullptr));
  }
}

template <typename Ranges>
auto range_with(const Ranges& ranges, Dwarf_Addr address) {
  return std::ranges::find_if(
      ranges, [&](const auto& range) { return address >= range.begin && address < range.end; });
}

}  // namespace

DebugInfo::DebugInfo(Dwfl_Module* module) : module_(module) {
  find_units();
  find_variables();
}

DebugInfo::~DebugInfo() = default;

void DebugInfo::find_units() {
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* die = nullptr; (die = dwfl_module_nextcu(module_, die, &bias)) != nullptr;) {
    Unit& unit = units_.emplace_back(Unit{*die, bias, {}, {}});
    Dwarf_Addr base = 0;
    Unit::Range range{};
    for (ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &range.begin, &range.end)) > 0;) {
      unit.ranges.push_back(range);
    }
  }
}

void DebugInfo::find_variables() {
  const int count = dwfl_module_getsymtab(module_);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* name =
        dwfl_module_getsym_info(module_, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (name != nullptr && *name != '\0' && GELF_ST_TYPE(symbol.st_info) == STT_OBJECT &&
        symbol.st_shndx != SHN_UNDEF) {
      const bool global = GELF_ST_BIND(symbol.st_info) != STB_LOCAL;
      variables_.push_back({address, symbol.st_size, global, name});
    }
  }
}

trace::Stack DebugInfo::frames_at(uint64_t address) {
  const auto unit = std::ranges::find_if(units_, [&](const Unit& one) {
    return range_with(one.ranges, address - one.bias) != one.ranges.end();
  });
  trace::Stack frames =
      unit != units_.end() ? frames_in(*unit, address - unit->bias) : trace::Stack(1);
  // Of lambdas, the linker symbol alone tells the number.
  std::string& function = frames.back().function;
  if (function.empty() || function.find("{lambda}") != std::string::npos) {
    const std::string symbol = function_at(address);
    function = symbol.empty() ? function : symbol;
  }
  return frames;
}

// Walks outwards: each inlined function is in the one around it, at the place of
// its call; the function that has code of its own is the last.
trace::Stack DebugInfo::frames_in(Unit& unit, uint64_t address) {
  const Dwarf_Die whole = whole_unit(unit.die);
  if (!unit.functions) {
    unit.functions = functions_of(whole);
  }
  trace::Frame next;
  put_line(next, unit.die, address);
  const auto found = range_with(*unit.functions, address);
  if (found == unit.functions->end()) {
    return {next};
  }
  trace::Stack frames;
  for (const Dwarf_Die& die : inline_chain(found->function, address)) {
    next.function = function_name(die);
    frames.push_back(next);
    next = {};
    put_call(next, whole, die);
  }
  return frames;
}

void DebugInfo::for_each_name(const TakeCodeName& take) {
  for (const Unit& unit : units_) {
    for_each_name_in(unit.die, whole_unit(unit.die), unit.bias, take);
  }
  for_each_symbol_in(module_, take);
}

std::string DebugInfo::function_at(uint64_t address) const {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* name =
      dwfl_module_addrinfo(module_, address, &offset, &symbol, nullptr, nullptr, nullptr);
  const bool covers = name != nullptr && (symbol.st_size == 0 || offset < symbol.st_size);
  return covers ? short_name(name) : std::string();
}

// Where several cover the address, the smallest one, and a global one before the
// names that only its file knows.
// The smallest one.  Those without a size come last: the linker's marks, as __TMC_END__, are at
// the address of whichever variable follows.
std::string DebugInfo::variable_at(uint64_t address) const {
  const auto size_of = [](const Variable& one) { return one.size == 0 ? UINT64_MAX : one.size; };
  const Variable* best = nullptr;
  for (const Variable& variable : variables_) {
    const uint64_t offset = address - variable.begin;
    if (offset == 0 || offset < variable.size) {
      const bool better = best == nullptr || size_of(variable) < size_of(*best) ||
                          (variable.size == best->size && variable.global && !best->global);
      best = better ? &variable : best;
    }
  }
  if (best == nullptr) {
    return {};
  }
  const uint64_t offset = address - best->begin;
  const std::string name = short_name(best->symbol);
  return offset == 0 ? name : name + "+" + std::to_string(offset);
}

}  // namespace heddle::supervise

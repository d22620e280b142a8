// SPDX-License-Identifier: Apache-2.0
#include "supervise/code_names.h"

#include "supervise/dwarf_functions.h"
#include "supervise/short_name.h"

#include <filesystem>
#include <map>
#include <set>

#include <dwarf.h>
#include <elfutils/libdwfl.h>

namespace heddle::supervise {
namespace {

constexpr int kDeepest = 256;

class Unit {
 public:
  Unit(Dwarf_Die whole, uint64_t bias, const TakeCodeName& take)
      : whole_(whole), bias_(bias), take_(take) {}

  void tell_of_functions() {
    std::set<Dwarf_Off> seen;
    for (const FunctionRange& range : functions_of(whole_)) {
      Dwarf_Die function = range.function;
      tell(range.begin, range.end, false, name_of(function));
      if (seen.insert(dwarf_dieoffset(&function)).second) {
        tell_of_inlined(function, 0);
      }
    }
  }

  // A row of the table tells of the code up to the next row.
  void tell_of_lines(Dwarf_Die unit) {
    Dwarf_Lines* lines = nullptr;
    size_t count = 0;
    if (dwarf_getsrclines(&unit, &lines, &count) != 0) {
      return;
    }
    for (size_t i = 0; i + 1 < count; ++i) {
      Dwarf_Line* line = dwarf_onesrcline(lines, i);
      Dwarf_Line* next = dwarf_onesrcline(lines, i + 1);
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      bool last = true;
      if (dwarf_lineendsequence(line, &last) == 0 && !last && dwarf_lineaddr(line, &begin) == 0 &&
          dwarf_lineaddr(next, &end) == 0) {
        tell(begin, end, true, path_of(dwarf_linesrc(line, nullptr, nullptr)));
      }
    }
  }

 private:
  void tell_of_inlined(Dwarf_Die parent, int depth) {
    Dwarf_Die child;
    for (int end = dwarf_child(&parent, &child); end == 0; end = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_inlined_subroutine) {
        tell_of_call(child);
      }
      if ((tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block) && depth < kDeepest) {
        tell_of_inlined(child, depth + 1);
      }
    }
  }

  // The code is part of the function that is called, and of the file of the call.
  void tell_of_call(Dwarf_Die inlined) {
    const std::string& name = name_of(inlined);
    const std::string& file = file_of_call(inlined);
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(&inlined, at, &base, &begin, &end)) > 0;) {
      tell(begin, end, false, name);
      tell(begin, end, true, file);
    }
  }

  const std::string& name_of(Dwarf_Die function) {
    Dwarf_Attribute attribute;
    Dwarf_Die origin = function;
    if (dwarf_attr(&function, DW_AT_abstract_origin, &attribute) != nullptr) {
      dwarf_formref_die(&attribute, &origin);
    }
    const auto [at, fresh] = names_.try_emplace(dwarf_dieoffset(&origin));
    if (fresh) {
      at->second = function_name(function);
    }
    return at->second;
  }

  const std::string& file_of_call(Dwarf_Die inlined) {
    Dwarf_Attribute attribute;
    Dwarf_Word number = 0;
    Dwarf_Files* files = nullptr;
    size_t count = 0;
    const bool known = dwarf_attr(&inlined, DW_AT_call_file, &attribute) != nullptr &&
                       dwarf_formudata(&attribute, &number) == 0 &&
                       dwarf_getsrcfiles(&whole_, &files, &count) == 0 && number < count;
    return path_of(known ? dwarf_filesrc(files, number, nullptr, nullptr) : nullptr);
  }

  const std::string& path_of(const char* path) {
    const auto [at, fresh] = paths_.try_emplace(path);
    if (fresh && path != nullptr) {
      at->second = std::filesystem::path(path).lexically_normal().string();
    }
    return at->second;
  }

  void tell(Dwarf_Addr begin, Dwarf_Addr end, bool is_file, const std::string& name) {
    if (begin < end && !name.empty()) {
      take_({begin + bias_, end + bias_, is_file, name});
    }
  }

  Dwarf_Die whole_;
  const uint64_t bias_;
  const TakeCodeName& take_;
  std::map<Dwarf_Off, std::string> names_;    // of functions, by where they are declared
  std::map<const char*, std::string> paths_;  // as DWARF has them, and normal
};

}  // namespace

void for_each_name_in(Dwarf_Die skeleton, Dwarf_Die whole, uint64_t bias,
                      const TakeCodeName& take) {
  Unit unit(whole, bias, take);
  unit.tell_of_functions();
  unit.tell_of_lines(skeleton);
}

void for_each_symbol_in(Dwfl_Module* module, const TakeCodeName& take) {
  const int count = dwfl_module_getsymtab(module);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* name =
        dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (name != nullptr && *name != '\0' && GELF_ST_TYPE(symbol.st_info) == STT_FUNC &&
        symbol.st_shndx != SHN_UNDEF && symbol.st_size > 0) {
      take({address, address + symbol.st_size, false, short_name(name)});
    }
  }
}

}  // namespace heddle::supervise

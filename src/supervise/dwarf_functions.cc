// SPDX-License-Identifier: Apache-2.0
#include "supervise/dwarf_functions.h"

#include "supervise/short_name.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include <dwarf.h>

namespace heddle::supervise {
namespace {

// How deep trees are followed: real ones have some dozen levels, damaged ones may
// have any number.
constexpr int kDeepest = 256;

template <typename Visit>
void for_each_child(Dwarf_Die parent, Visit visit) {
  Dwarf_Die child;
  for (int end = dwarf_child(&parent, &child); end == 0; end = dwarf_siblingof(&child, &child)) {
    visit(child);
  }
}

bool may_hold_functions(int tag) {
  switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block:
      return true;
    default:
      return false;
  }
}

void add_functions(Dwarf_Die parent, std::vector<FunctionRange>& functions, int depth) {
  for_each_child(parent, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_subprogram) {
      Dwarf_Addr base = 0;
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      for (ptrdiff_t at = 0; (at = dwarf_ranges(&child, at, &base, &begin, &end)) > 0;) {
        functions.push_back({begin, end, child});
      }
    }
    if (may_hold_functions(tag) && depth < kDeepest) {
      add_functions(child, functions, depth + 1);
    }
  });
}

// Outermost first.
void add_inlined(Dwarf_Die parent, Dwarf_Addr address, std::vector<Dwarf_Die>& chain, int depth) {
  for_each_child(parent, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    const bool inlined = tag == DW_TAG_inlined_subroutine;
    if ((inlined || tag == DW_TAG_lexical_block) && dwarf_haspc(&child, address) == 1 &&
        depth < kDeepest) {
      if (inlined) {
        chain.push_back(child);
      }
      add_inlined(child, address, chain, depth + 1);
    }
  });
}

std::string text_of(Dwarf_Die die, unsigned name) {
  Dwarf_Attribute attribute;
  const char* text = dwarf_attr_integrate(&die, name, &attribute) != nullptr
                         ? dwarf_formstring(&attribute)
                         : nullptr;
  return text != nullptr ? text : "";
}

// Where the function stands in the source: the DIE that this one goes back to.
Dwarf_Die declaration_of(Dwarf_Die die) {
  for (const unsigned link : {DW_AT_abstract_origin, DW_AT_specification}) {
    Dwarf_Attribute attribute;
    Dwarf_Die origin;
    if (dwarf_attr(&die, link, &attribute) != nullptr &&
        dwarf_formref_die(&attribute, &origin) != nullptr) {
      die = origin;
    }
  }
  return die;
}

// What a name says of the scope: "Queue::"; nothing where it has none of its own.
std::string qualifier(Dwarf_Die scope) {
  const std::string name = text_of(scope, DW_AT_name);
  const int tag = dwarf_tag(&scope);
  if (!may_hold_functions(tag) || tag == DW_TAG_lexical_block) {
    return {};
  }
  if (tag != DW_TAG_namespace && (name.empty() || name.starts_with("<lambda"))) {
    return "{lambda}::";
  }
  return name.empty() ? std::string() : name + "::";
}

// For functions that no other file can name, GCC writes no linker symbol.
std::string name_by_scopes(Dwarf_Die function) {
  Dwarf_Die declaration = declaration_of(function);
  std::string name = text_of(function, DW_AT_name);
  Dwarf_Die* found = nullptr;
  const int count = dwarf_getscopes_die(&declaration, &found);
  const std::unique_ptr<Dwarf_Die, decltype(&std::free)> scopes(found, &std::free);
  for (int i = 1; i < count && !name.empty(); ++i) {
    name.insert(0, qualifier(found[i]));
  }
  return name;
}

}  // namespace

std::vector<FunctionRange> functions_of(Dwarf_Die unit) {
  std::vector<FunctionRange> functions;
  add_functions(unit, functions, 0);
  return functions;
}

std::vector<Dwarf_Die> inline_chain(Dwarf_Die function, Dwarf_Addr address) {
  std::vector<Dwarf_Die> chain{function};
  add_inlined(function, address, chain, 0);
  std::ranges::reverse(chain);
  return chain;
}

// A symbol of C++ holds the scopes around the function.  Other symbols are aliases
// that nobody knows, like libc's __GI_abort.
std::string function_name(Dwarf_Die function) {
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    if (const std::string symbol = text_of(function, name); symbol.starts_with("_Z")) {
      return short_name(symbol);
    }
  }
  return shorten(name_by_scopes(function));
}

}  // namespace heddle::supervise

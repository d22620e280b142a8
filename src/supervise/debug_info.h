// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "supervise/code_names.h"
#include "trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

struct Dwfl_Module;

namespace heddle::supervise {

// What one executable or library says about its addresses: DWARF where there is
// some, ELF symbols where there is not.
//
// Addresses are those of the process.  Frames come without `module` and `system`,
// which are not for the file to say.
class DebugInfo {
 public:
  explicit DebugInfo(Dwfl_Module* module);
  ~DebugInfo();
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;

  // Innermost first: the functions inlined there, then the one that holds the
  // address.  Always at least one frame, though all of it may be unknown.
  [[nodiscard]] trace::Stack frames_at(uint64_t address);

  // All code by the names that its frames have, and by those of symbols.
  void for_each_name(const TakeCodeName& take);

  // The variable that covers the address, with the offset in it: "accounts+40".
  // Empty if there is none.
  [[nodiscard]] std::string variable_at(uint64_t address) const;

 private:
  struct Unit;
  struct Variable;

  void find_units();
  void find_variables();
  [[nodiscard]] static trace::Stack frames_in(Unit& unit, uint64_t address);
  [[nodiscard]] std::string function_at(uint64_t address) const;

  Dwfl_Module* const module_;
  std::vector<Unit> units_;
  std::vector<Variable> variables_;
};

}  // namespace heddle::supervise

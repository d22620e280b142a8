// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "supervise/code_names.h"
#include "trace/trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::supervise {

// An executable or library as it was mapped in a process.
struct Module {
  std::string path;
  uint64_t base = 0;   // what is added to the file's addresses: dl_iterate_phdr's dlpi_addr
  uint64_t begin = 0;  // the mapped range
  uint64_t end = 0;
};

// What files say about their addresses, kept from one process to the next that has them at the same
// addresses: reading it takes long.
class Symbols {
 public:
  Symbols();
  ~Symbols();
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  class File;
  [[nodiscard]] File& of(const Module& module);

 private:
  std::map<std::pair<std::string, uint64_t>, std::unique_ptr<File>> files_;
};

// Turns addresses of a process into places in the source.
//
// The process may be gone: only its files are looked at, when they are first
// needed.  Nothing is asked of the network, whatever DEBUGINFOD_URLS says.  What
// cannot be found out stays empty; there are no errors.
class Symbolizer {
 public:
  Symbolizer(std::vector<Module> modules, Symbols& symbols)
      : symbols_(symbols), modules_(std::move(modules)) {}

  // The function at `pc` and those inlined there, innermost first.  Empty for
  // addresses outside all modules and for those of heddle's own library.  A return
  // address belongs to the call before it.
  [[nodiscard]] trace::Stack expand(uint64_t pc, bool is_return_address);

  // All code of a module by its names; none of heddle's own library.
  void for_each_name(size_t module, const TakeCodeName& take);

  // The variable that covers the address, with the offset in bytes unless it is 0:
  // "accounts+40".  Empty if there is none: the heap, a stack.
  [[nodiscard]] std::string object_name(uint64_t address);

 private:
  [[nodiscard]] const Module* module_at(uint64_t address) const;

  Symbols& symbols_;
  const std::vector<Module> modules_;
};

}  // namespace heddle::supervise

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Dwfl;

namespace heddle::supervise {

class DebugInfo;

// An executable or library as it was mapped in a process.
struct Module {
  std::string path;
  uint64_t base = 0;   // what is added to the file's addresses: dl_iterate_phdr's dlpi_addr
  uint64_t begin = 0;  // the mapped range
  uint64_t end = 0;
};

// Turns addresses of a process into places in the source.
//
// The process may be gone: only its files are looked at, when they are first
// needed.  Nothing is asked of the network, whatever DEBUGINFOD_URLS says.  What
// cannot be found out stays empty; there are no errors.
class Symbolizer {
 public:
  explicit Symbolizer(std::vector<Module> modules);
  ~Symbolizer();
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;

  // The function at `pc` and those inlined there, innermost first.  Empty for
  // addresses outside all modules and for those of heddle's own library.  A return
  // address belongs to the call before it.
  [[nodiscard]] trace::Stack expand(uint64_t pc, bool is_return_address);

  // The variable that covers the address, with the offset in bytes unless it is 0:
  // "accounts+40".  Empty if there is none: the heap, a stack.
  [[nodiscard]] std::string object_name(uint64_t address);

 private:
  struct Loaded;

  [[nodiscard]] Loaded* module_at(uint64_t address);
  [[nodiscard]] DebugInfo* debug_info(Loaded& loaded);
  [[nodiscard]] trace::Stack look_up(uint64_t address);

  Dwfl* dwfl_ = nullptr;
  std::vector<Loaded> modules_;
  std::map<uint64_t, trace::Stack> known_;
};

// Whether a file belongs to the system or the compiler, not to the user.
[[nodiscard]] bool is_system_source(const std::string& path);
[[nodiscard]] bool is_system_module(const std::string& path);

}  // namespace heddle::supervise

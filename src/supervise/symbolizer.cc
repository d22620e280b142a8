// SPDX-License-Identifier: Apache-2.0
#include "supervise/symbolizer.h"

#include "supervise/debug_info.h"
#include "verdict/system_files.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <elfutils/libdwfl.h>

namespace heddle::supervise {

namespace {

// Separate debug files: by build id, and by name as long as that does not lead
// elfutils to a server.
int find_debug_file(Dwfl_Module* module, void** data, const char* name, Dwarf_Addr base,
                    const char* file, const char* link, GElf_Word checksum, char** found) {
  const char* servers = std::getenv("DEBUGINFOD_URLS");
  const bool offline = servers == nullptr || *servers == '\0';
  const auto find = offline ? dwfl_standard_find_debuginfo : dwfl_build_id_find_debuginfo;
  return find(module, data, name, base, file, link, checksum, found);
}

// Every module is reported with its file, so none is ever looked for.
int find_no_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, char**, Elf**) { return -1; }

const Dwfl_Callbacks kCallbacks = {.find_elf = find_no_file,
                                   .find_debuginfo = find_debug_file,
                                   .section_address = dwfl_offline_section_address,
                                   .debuginfo_path = nullptr};

}  // namespace

// One of them; it is read when something is first asked of it.
class Symbols::File {
 public:
  explicit File(Module module) : module_(std::move(module)) {}
  ~File() {
    info_.reset();
    if (dwfl_ != nullptr) {
      dwfl_end(dwfl_);
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const trace::Stack& frames_at(uint64_t address) {
    const auto [known, is_new] = known_.try_emplace(address);
    if (is_new) {
      known->second = look_up(address);
    }
    return known->second;
  }

  std::string variable_at(uint64_t address) {
    const DebugInfo* info = debug_info();
    return info != nullptr ? info->variable_at(address) : std::string();
  }

  void for_each_name(const TakeCodeName& take) {
    if (DebugInfo* info = debug_info(); info != nullptr) {
      info->for_each_name(take);
    }
  }

 private:
  trace::Stack look_up(uint64_t address) {
    DebugInfo* info = debug_info();
    trace::Stack frames = info != nullptr ? info->frames_at(address) : trace::Stack(1);
    const bool in_system = verdict::is_system_module(module_.path);
    for (trace::Frame& frame : frames) {
      frame.module = module_.path;
      // _start comes from the compiler, in every executable.
      frame.system =
          in_system || verdict::is_system_source(frame.file) || frame.function == "_start";
    }
    return frames;
  }

  // Null if the file cannot be read.
  DebugInfo* debug_info() {
    if (!was_read_) {
      was_read_ = true;
      read();
    }
    return info_.get();
  }

  void read() {
    dwfl_ = dwfl_begin(&kCallbacks);
    if (dwfl_ == nullptr) {
      return;
    }
    const char* path = module_.path.c_str();
    dwfl_report_begin(dwfl_);
    Dwfl_Module* file = dwfl_report_elf(dwfl_, path, path, -1, module_.base, true);
    dwfl_report_end(dwfl_, nullptr, nullptr);
    if (file != nullptr) {
      info_ = std::make_unique<DebugInfo>(file);
    }
  }

  const Module module_;
  bool was_read_ = false;
  Dwfl* dwfl_ = nullptr;
  std::unique_ptr<DebugInfo> info_;
  std::map<uint64_t, trace::Stack> known_;
};

Symbols::Symbols() = default;
Symbols::~Symbols() = default;

Symbols::File& Symbols::of(const Module& module) {
  std::unique_ptr<File>& file = files_[{module.path, module.base}];
  if (file == nullptr) {
    file = std::make_unique<File>(module);
  }
  return *file;
}

trace::Stack Symbolizer::expand(uint64_t pc, bool is_return_address) {
  const uint64_t address = is_return_address ? pc - 1 : pc;
  const Module* module = module_at(address);
  if (module == nullptr || verdict::is_heddle_runtime(module->path)) {
    return {};
  }
  return symbols_.of(*module).frames_at(address);
}

void Symbolizer::for_each_name(size_t module, const TakeCodeName& take) {
  if (!verdict::is_heddle_runtime(modules_.at(module).path)) {
    symbols_.of(modules_[module]).for_each_name(take);
  }
}

std::string Symbolizer::object_name(uint64_t address) {
  const Module* module = module_at(address);
  return module != nullptr ? symbols_.of(*module).variable_at(address) : std::string();
}

const Module* Symbolizer::module_at(uint64_t address) const {
  const auto found = std::ranges::find_if(modules_, [&](const Module& module) {
    return address >= module.begin && address < module.end;
  });
  return found != modules_.end() ? &*found : nullptr;
}

}  // namespace heddle::supervise

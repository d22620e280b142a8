// SPDX-License-Identifier: Apache-2.0
#include "supervise/symbolizer.h"

#include "supervise/debug_info.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <elfutils/libdwfl.h>

namespace heddle::supervise {

struct Symbolizer::Loaded {
  Module module;
  Dwfl_Module* file = nullptr;  // null if the file cannot be read
  std::unique_ptr<DebugInfo> info;
};

namespace {

bool starts_with_any(std::string_view path, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](auto prefix) { return path.starts_with(prefix); });
}

bool contains_any(std::string_view path, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts,
                             [&](auto part) { return path.find(part) != std::string_view::npos; });
}

bool is_heddle_runtime(std::string_view path) {
  return path.substr(path.rfind('/') + 1).starts_with("libheddle_rt.so");
}

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

Symbolizer::Symbolizer(std::vector<Module> modules) : dwfl_(dwfl_begin(&kCallbacks)) {
  for (Module& module : modules) {
    modules_.push_back({std::move(module), nullptr, nullptr});
  }
  if (dwfl_ == nullptr) {
    return;
  }
  dwfl_report_begin(dwfl_);
  for (Loaded& loaded : modules_) {
    const char* path = loaded.module.path.c_str();
    loaded.file = dwfl_report_elf(dwfl_, path, path, -1, loaded.module.base, true);
  }
  dwfl_report_end(dwfl_, nullptr, nullptr);
}

Symbolizer::~Symbolizer() {
  modules_.clear();
  if (dwfl_ != nullptr) {
    dwfl_end(dwfl_);
  }
}

trace::Stack Symbolizer::expand(uint64_t pc, bool is_return_address) {
  const uint64_t address = is_return_address ? pc - 1 : pc;
  const auto found = known_.find(address);
  return found != known_.end() ? found->second : known_[address] = look_up(address);
}

trace::Stack Symbolizer::look_up(uint64_t address) {
  Loaded* loaded = module_at(address);
  if (loaded == nullptr || is_heddle_runtime(loaded->module.path)) {
    return {};
  }
  DebugInfo* info = debug_info(*loaded);
  trace::Stack frames = info != nullptr ? info->frames_at(address) : trace::Stack(1);
  const bool in_system = is_system_module(loaded->module.path);
  for (trace::Frame& frame : frames) {
    frame.module = loaded->module.path;
    // _start comes from the compiler, in every executable.
    frame.system = in_system || is_system_source(frame.file) || frame.function == "_start";
  }
  return frames;
}

std::string Symbolizer::object_name(uint64_t address) {
  Loaded* loaded = module_at(address);
  DebugInfo* info = loaded != nullptr ? debug_info(*loaded) : nullptr;
  return info != nullptr ? info->variable_at(address) : std::string();
}

Symbolizer::Loaded* Symbolizer::module_at(uint64_t address) {
  const auto found = std::ranges::find_if(modules_, [&](const Loaded& loaded) {
    return address >= loaded.module.begin && address < loaded.module.end;
  });
  return found != modules_.end() ? &*found : nullptr;
}

DebugInfo* Symbolizer::debug_info(Loaded& loaded) {
  if (loaded.info == nullptr && loaded.file != nullptr) {
    loaded.info = std::make_unique<DebugInfo>(loaded.file);
  }
  return loaded.info.get();
}

bool is_system_source(const std::string& path) {
  return starts_with_any(path, {"/usr/include/", "/usr/lib/", "/usr/share/"}) ||
         path.ends_with("heddle/heddle.h") ||
         contains_any(path, {"/include/c++/", "/lib/gcc/", "/lib/clang/"});
}

bool is_system_module(const std::string& path) {
  return starts_with_any(path, {"/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/",
                                "/usr/lib64/", "linux-vdso", "[vdso]"}) ||
         is_heddle_runtime(path);
}

}  // namespace heddle::supervise

// SPDX-License-Identifier: Apache-2.0
#include "runtime/loaded_files.h"

#include "process/texts.h"
#include "runtime/runtime.h"

#include <cstring>

#include <link.h>

namespace heddle::runtime {

AddressRange range_of(const dl_phdr_info& info) {
  AddressRange range{UINT64_MAX, 0};
  for (size_t i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD) {
      const uint64_t begin = info.dlpi_addr + segment.p_vaddr;
      range.begin = begin < range.begin ? begin : range.begin;
      range.end = begin + segment.p_memsz > range.end ? begin + segment.p_memsz : range.end;
    }
  }
  return range;
}

namespace {

struct Search {
  uint64_t address;
  AddressRange found;
};

int look_at(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* search = static_cast<Search*>(argument);
  const AddressRange range = range_of(*info);
  if (!range.contains(search->address)) {
    return 0;
  }
  search->found = range;
  return 1;
}

int keep_module(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* arena = static_cast<process::Arena*>(argument);
  if (arena->modules.full()) {
    return 1;
  }
  const AddressRange range = range_of(*info);
  process::ModuleRecord module;
  module.bias = info->dlpi_addr;
  module.begin = range.begin;
  module.end = range.end;
  strncpy(module.path, info->dlpi_name, sizeof module.path - 1);
  arena->modules.push_back(module);
  return 0;
}

int keep_name(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* arena = static_cast<process::Arena*>(argument);
  process::add_text(arena->loaded, info->dlpi_name);
  const AddressRange range = range_of(*info);
  for (size_t i = 0; i < rt.watch.instrumented_count; ++i) {
    if (rt.watch.instrumented[i].contains(range.begin)) {
      process::add_text(arena->instrumented, info->dlpi_name);
    }
  }
  return 0;
}

}  // namespace

AddressRange file_around(uint64_t address) {
  Search search{address, {}};
  dl_iterate_phdr(look_at, &search);
  return search.found;
}

void record_modules(process::Arena& arena) {
  arena.modules.clear();
  dl_iterate_phdr(keep_module, &arena);
}

void note_loaded_files(process::Arena& arena) {
  dl_iterate_phdr(keep_name, &arena);
  for (size_t part = 0; part < rt.watch.plain_parts.named(); ++part) {
    process::add_text(arena.loaded, rt.watch.plain_parts.name(part));
  }
}

}  // namespace heddle::runtime

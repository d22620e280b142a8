// SPDX-License-Identifier: Apache-2.0
#include "runtime/stacks.h"

#include "base/hash.h"
#include "runtime/runtime.h"

#include <cstring>

#include <link.h>
#include <unwind.h>

namespace heddle::runtime {
namespace {

constexpr size_t kMaxFrames = 64;

struct Frames {
  uint64_t address[kMaxFrames];
  size_t count = 0;
};

_Unwind_Reason_Code keep_frame(_Unwind_Context* context, void* argument) {
  auto* frames = static_cast<Frames*>(argument);
  int before_instruction = 0;
  const uint64_t address = _Unwind_GetIPInfo(context, &before_instruction);
  if (address == 0 || frames->count == kMaxFrames) {
    return _URC_END_OF_STACK;
  }
  // A frame that a signal interrupted is at its address, not after a call.
  frames->address[frames->count++] = before_instruction != 0 ? address + 1 : address;
  return _URC_NO_REASON;
}

// Where a loaded file lies.
struct Range {
  uint64_t begin = UINT64_MAX;
  uint64_t end = 0;
};

Range range_of(const dl_phdr_info& info) {
  Range range;
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

int keep_if_unwinder(dl_phdr_info* info, size_t /*size*/, void* /*argument*/) {
  const auto function = reinterpret_cast<uint64_t>(&_Unwind_Backtrace);
  const Range range = range_of(*info);
  if (function < range.begin || function >= range.end) {
    return 0;
  }
  rt.unwinder_begin = range.begin;
  rt.unwinder_end = range.end;
  return 1;
}

int keep_module(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* arena = static_cast<explore::Arena*>(argument);
  if (arena->modules.full()) {
    return 1;
  }
  explore::ModuleRecord module;
  module.bias = info->dlpi_addr;
  const Range range = range_of(*info);
  module.begin = range.begin;
  module.end = range.end;
  strncpy(module.path, info->dlpi_name, sizeof module.path - 1);
  arena->modules.push_back(module);
  return 0;
}

}  // namespace

uint32_t record_stack() {
  Frames frames;
  _Unwind_Backtrace(keep_frame, &frames);
  base::List<uint64_t>& words = rt.arena->stack_words;
  if (words.size() + frames.count + 1 > words.capacity()) {
    return 0;
  }
  const auto number = static_cast<uint32_t>(words.size() + 1);
  words.push_back(frames.count);
  for (size_t i = 0; i < frames.count; ++i) {
    words.push_back(frames.address[i]);
  }
  return number;
}

uint64_t stack_hash() {
  Frames frames;
  _Unwind_Backtrace(keep_frame, &frames);
  uint64_t hash = 0;
  for (size_t i = 0; i < frames.count; ++i) {
    hash = base::combine(hash, frames.address[i]);
  }
  return hash;
}

void find_unwinder() { dl_iterate_phdr(keep_if_unwinder, nullptr); }

bool is_unwinder(const void* caller) {
  const auto address = reinterpret_cast<uint64_t>(caller);
  return address >= rt.unwinder_begin && address < rt.unwinder_end;
}

void record_modules(explore::Arena& arena) {
  arena.modules.clear();
  dl_iterate_phdr(keep_module, &arena);
}

}  // namespace heddle::runtime

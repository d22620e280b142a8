// SPDX-License-Identifier: Apache-2.0
#include "runtime/interpose/plain_end.h"

#include "runtime/effects/effects.h"
#include "runtime/runtime.h"

#include <cstring>

#include <link.h>

namespace heddle::runtime {
namespace {

// The compiler's own start files put one entry into every file.
constexpr uint64_t kUsualDestructors = sizeof(void*);

bool is_part_of_libc(const char* path) {
  return strstr(path, "/libc.so.") != nullptr || strstr(path, "/ld-linux") != nullptr;
}

int look_at(dl_phdr_info* info, size_t /*size*/, void* /*argument*/) {
  if (is_part_of_libc(info->dlpi_name)) {
    return 0;
  }
  for (size_t i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) {
      continue;
    }
    const auto* entry =
        reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_FINI_ARRAYSZ && entry->d_un.d_val > kUsualDestructors) {
        program.has_exit_work = true;
      }
    }
  }
  return 0;
}

}  // namespace

void look_for_destructors() {
  dl_iterate_phdr(look_at, nullptr);
  program.last_loaded = _r_debug.r_map;
  while (program.last_loaded->l_next != nullptr) {
    program.last_loaded = program.last_loaded->l_next;
  }
}

// A file that was loaded since may have destructors too.  If another thread has run all handlers,
// and is about to end the process, there are none left.
bool ends_plainly() {
  if (rt.took_handlers) {
    return true;
  }
  return rt.arena->settings().quiet && !program.has_exit_work && !program.streams_opened &&
         program.last_loaded->l_next == nullptr;
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

// Handlers, of atexit and of static objects: that there are some is all that matters.  When exit
// has run them all, libc refuses more, while the process is yet to end.
HEDDLE_INTERPOSE int __cxa_atexit(void (*function)(void*), void* argument, void* module) noexcept {
  note_effect("atexit", __builtin_return_address(0), Shared::exit_handlers,
              heddle::event::Use::changes);
  resolve_real_functions();
  if (rt.took_handlers) {
    return -1;
  }
  program.has_exit_work = true;
  return real.cxa_atexit(function, argument, module);
}

HEDDLE_INTERPOSE int on_exit(void (*function)(int, void*), void* argument) noexcept {
  note_effect("on_exit", __builtin_return_address(0), Shared::exit_handlers,
              heddle::event::Use::changes);
  resolve_real_functions();
  if (rt.took_handlers) {
    return -1;
  }
  program.has_exit_work = true;
  return real.on_exit(function, argument);
}

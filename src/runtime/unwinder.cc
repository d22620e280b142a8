// SPDX-License-Identifier: Apache-2.0
#include "runtime/unwinder.h"

#include "runtime/loaded_files.h"
#include "runtime/runtime.h"

#include <dlfcn.h>

namespace heddle::runtime {
namespace {

bool take_from(void* library) {
  Unwinder found;
  found.backtrace =
      reinterpret_cast<decltype(found.backtrace)>(dlsym(library, "_Unwind_Backtrace"));
  found.forced_unwind =
      reinterpret_cast<decltype(found.forced_unwind)>(dlsym(library, "_Unwind_ForcedUnwind"));
  found.get_ip_info =
      reinterpret_cast<decltype(found.get_ip_info)>(dlsym(library, "_Unwind_GetIPInfo"));
  if (found.backtrace == nullptr || found.forced_unwind == nullptr ||
      found.get_ip_info == nullptr) {
    return false;
  }
  rt.unwinder = found;
  rt.unwinder_range = file_around(reinterpret_cast<uint64_t>(found.backtrace));
  return true;
}

}  // namespace

const Unwinder* unwinder() { return rt.unwinder.backtrace == nullptr ? nullptr : &rt.unwinder; }

void load_unwinder() {
  if (take_from(RTLD_DEFAULT)) {
    return;
  }
  void* library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) {
    take_from(library);
  }
}

}  // namespace heddle::runtime

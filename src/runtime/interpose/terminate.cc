// SPDX-License-Identifier: Apache-2.0
// std::terminate, whatever its cause, is an uncaught exception.  heddle's handler
// runs first, notes what was thrown, and goes on to the program's own or the usual
// one, which ends in abort().
#include "runtime/interpose/terminate.h"

#include "runtime/effects/effects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cstring>

#include <dlfcn.h>

namespace heddle::runtime {
namespace {

using Handler = void (*)();

// The mangled name of the type that was thrown last and is being handled; a type's
// name is the second word of its std::type_info.
const char* thrown_type() {
  using CurrentType = void* (*)();
  auto* current_type =
      reinterpret_cast<CurrentType>(dlsym(RTLD_DEFAULT, "__cxa_current_exception_type"));
  void* type = current_type == nullptr ? nullptr : current_type();
  if (type == nullptr) {
    return nullptr;
  }
  const char* name = static_cast<const char* const*>(type)[1];
  return *name == '*' ? name + 1 : name;
}

// Whether the address is in the C++ library.
bool is_in_library(const void* address) {
  Dl_info library = {};
  Dl_info info = {};
  return real.get_terminate != nullptr &&
         dladdr(reinterpret_cast<void*>(real.get_terminate), &library) != 0 &&
         dladdr(address, &info) != 0 && info.dli_fbase == library.dli_fbase;
}

void on_terminate() {
  if (controlled()) {
    current().terminating = true;
    const char* type = thrown_type();
    set_detail(type == nullptr ? "std::terminate without an exception" : type);
  }
  if (program.terminate_handler != nullptr) {
    program.terminate_handler();
  }
  abort();
}

}  // namespace

void watch_terminate() {
  resolve_real_functions();
  if (real.set_terminate != nullptr) {
    program.terminate_handler = real.set_terminate(on_terminate);
  }
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

// std::set_terminate: the program's handler is kept behind ours.
HEDDLE_INTERPOSE Handler _ZSt13set_terminatePFvvE(Handler handler) noexcept {
  note_effect("std::set_terminate", __builtin_return_address(0), Shared::exit_handlers,
              heddle::event::Use::changes);
  resolve_real_functions();
  if (rt.arena == nullptr || rt.program_main == nullptr || !rt.active) {
    return real.set_terminate == nullptr ? nullptr : real.set_terminate(handler);
  }
  Handler before = program.terminate_handler;
  program.terminate_handler = handler;
  return before;
}

// std::get_terminate: std::terminate asks it as well, in the library, and is told of ours.
HEDDLE_INTERPOSE Handler _ZSt13get_terminatev() noexcept {
  note_effect("std::get_terminate", __builtin_return_address(0), Shared::exit_handlers,
              heddle::event::Use::reads);
  resolve_real_functions();
  const bool is_ours = rt.arena != nullptr && rt.program_main != nullptr && rt.active &&
                       !is_in_library(__builtin_return_address(0));
  return is_ours || real.get_terminate == nullptr ? program.terminate_handler
                                                  : real.get_terminate();
}

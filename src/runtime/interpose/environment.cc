// SPDX-License-Identifier: Apache-2.0
// Which variables of the environment the program looks at: those are what a trace
// has to keep.
#include "process/texts.h"
#include "runtime/effects/effects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cstdlib>

namespace heddle::runtime {
namespace {

void note_variable(const char* name) {
  if (rt.arena != nullptr) {
    process::add_text(rt.arena->variables, name);
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE char* getenv(const char* name) noexcept {
  note_effect("getenv", __builtin_return_address(0), Shared::environment,
              heddle::event::Use::reads);
  resolve_real_functions();
  note_variable(name);
  return real.getenv(name);
}

HEDDLE_INTERPOSE char* secure_getenv(const char* name) noexcept {
  note_effect("secure_getenv", __builtin_return_address(0), Shared::environment,
              heddle::event::Use::reads);
  resolve_real_functions();
  note_variable(name);
  return real.secure_getenv(name);
}

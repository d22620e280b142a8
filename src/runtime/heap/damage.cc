// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/damage.h"

#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <csignal>
#include <cstring>

#include <sys/syscall.h>

namespace heddle::runtime {

void give_up(const char* text) {
  if (rt.active && this_fiber() != nullptr) {
    set_detail(text);
    end_with_finding(
        {.kind = event::FindingKind::assertion, .thread = current().id, .code = SIGABRT});
  }
  raw_syscall(SYS_write, 2, as_long(text), static_cast<long>(strlen(text)));
  raw_syscall(SYS_write, 2, as_long("\n"), 1);
  resolve_real_functions();
  real.abort();
  __builtin_unreachable();
}

void heap_is_damaged() { give_up("the heap is damaged: something was written outside its block"); }

}  // namespace heddle::runtime

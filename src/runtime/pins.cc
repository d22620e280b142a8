// SPDX-License-Identifier: Apache-2.0
#include "runtime/pins.h"

#include "runtime/arch/x86_64/no_trace.h"
#include "runtime/runtime.h"
#include "runtime/unwinder.h"

namespace heddle::runtime {
namespace {

using explore::ScopeRange;

// Whether it goes on with a section that it has begun with an operation before this one.
bool is_in_atomic_section(Fiber& self) {
  if (self.atomic_depth == 0) {
    return false;
  }
  const bool first = !self.atomic_begun;
  self.atomic_begun = true;
  return !first;
}

// A thread's stack, from the inside.  heddle's own frames are innermost, where it was called; and
// outermost, where it has called main or the function of the thread, beyond which is only how that
// was started.  There may be some between, where it calls the program back.
struct Walk {
  uint32_t decides;      // no matter what is further out
  uint32_t found = 0;    // up to the last frame of heddle's
  uint32_t since = 0;    // after it
  bool program = false;  // there was some frame of the program
  bool passed = false;   // and one of heddle's after that
};

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* argument) {
  auto* walk = static_cast<Walk*>(argument);
  int before_instruction = 0;
  const uint64_t address = rt.unwinder.get_ip_info(context, &before_instruction);
  if (address == 0) {
    return _URC_END_OF_STACK;
  }
  if (rt.own_library.contains(address)) {
    walk->found |= walk->since;
    walk->since = 0;
    walk->passed = walk->program;
    return _URC_NO_REASON;
  }
  walk->program = true;
  walk->since |= rt.scopes.at(before_instruction != 0 ? address : address - 1);
  return !walk->passed && (walk->since & walk->decides) != 0 ? _URC_END_OF_STACK : _URC_NO_REASON;
}

// Of all functions that the thread is in.
[[gnu::noinline]] uint32_t scopes_on_stack(const Fiber& self, uint32_t decides) {
  Walk walk{.decides = decides};
  rt.unwinder.backtrace(look_at_frame, &walk);
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  if (self.has_room_below(here, 2 * kTraceOfUnwinder)) {
    leave_no_trace<kTraceOfUnwinder>();
  }
  return walk.found | (walk.passed ? 0 : walk.since);
}

// Most operations can be told by their calls alone.
bool is_out_of_scope(const Fiber& self, const void* site) {
  if (unwinder() == nullptr) {
    refuse_with("--scope and --no-scope need libgcc_s.so.1, and this system has none");
  }
  rt.scopes.refresh();
  const bool only = rt.arena->settings().scope_only;
  const uint32_t decides = ScopeRange::kNever | (rt.scopes.has_never() ? 0 : ScopeRange::kOnly);
  const auto call = reinterpret_cast<uint64_t>(site);
  const bool in_program = !rt.own_library.contains(call);
  uint32_t what = in_program ? rt.scopes.at(call - 1) : 0;
  if ((what & decides) == 0) {
    what |= scopes_on_stack(self, decides);
  }
  return (what & ScopeRange::kNever) != 0 || (only && (what & ScopeRange::kOnly) == 0);
}

}  // namespace

void pin_announced(Fiber& self, const void* site) {
  const bool atomic = is_in_atomic_section(self);
  rt.atomic_sections |= atomic;
  // Before there is another thread, nobody could be preempted.
  const bool scoped = rt.scopes.any() && world().thread_count() > 1;
  world().thread(self.id).pending.pinned = atomic || (scoped && is_out_of_scope(self, site));
}

void begin_atomic_section() {
  Fiber& self = current();
  if (self.atomic_depth++ == 0) {
    self.atomic_begun = false;
    rt.pins = true;
    settle_slow_turns();
  }
}

void end_atomic_section() {
  Fiber& self = current();
  self.atomic_depth -= self.atomic_depth > 0 ? 1 : 0;
}

void begin_pins() {
  rt.scopes.begin();
  rt.atomic_sections = false;
  rt.pins = rt.scopes.any();
  for (size_t i = 0; i < world().thread_count(); ++i) {
    rt.pins |= rt.fibers[i].atomic_depth > 0;
  }
  settle_slow_turns();
}

}  // namespace heddle::runtime

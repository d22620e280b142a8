// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/syscalls/call.h"

#include <cstdint>

#include <ucontext.h>

// System calls of a program whose writes are tracked by mprotect, see by_signal.h.
namespace heddle::runtime {

// As the kernel has it.
struct KernelAction {
  uint64_t handler;
  uint64_t flags;
  uint64_t restorer;
  uint64_t mask;
};

// Makes it, and opens what it writes to.
void call_until_it_may_write(const Call& call, ucontext_t& context);
void remap_when_open(const Call& call, ucontext_t& context);

// The program makes it once more, undispatched; the next visible operation turns the dispatch on
// again.
void make_it_undispatched(const Call& call, ucontext_t& context);

// Those that would undo the tracking.
void change_blocked(const Call& call, ucontext_t& context);
void change_action(const Call& call, ucontext_t& context);
void return_from_handler(const Call& call, ucontext_t& context);
void protect_unless_tracked(const Call& call, ucontext_t& context);
void move_end_of_heap(const Call& call, ucontext_t& context);

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where a thread is not preempted.
//
// Between heddle_atomic_begin() and heddle_atomic_end(): but before the first operation in there it
// can be, which is before all of it, as far as others can tell.
//
// And by --scope and --no-scope: at operations in functions that are never to be preempted, or in
// none of those in which threads are to be; "in" means that one is on the stack.
namespace heddle::runtime {

struct Fiber;

// The thread is about to do an operation: tells the others whether it is not to be left there.
//   site: the call.
[[gnu::noinline]] void pin_announced(Fiber& self, const void* site);

// Sections nest.
void begin_atomic_section();
void end_atomic_section();

// An execution begins, with threads that may be in sections.
void begin_pins();

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/resource.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

// The current thread uses something that threads share besides objects and instrumented memory,
// and does so in the step that it is in: neither a step of its own nor a scheduling point.  To be
// called right before or after what it does, any number of times; not from outside executions.
//
// What a new thread does before its first operation is part of the step that created it.  What main
// does before its first step comes before everything else anyway.
void add_use(const event::Resource& resource, event::Use use);

inline void reads(const event::Resource& resource) { add_use(resource, event::Use::reads); }
inline void changes(const event::Resource& resource) { add_use(resource, event::Use::changes); }

// It looks whether a once flag, or the guard of a static local, is done.  If so it makes no step,
// so the step that it is in must not be swapped with the one that finishes.
inline void look_at_once(const void* flag) {
  reads({event::ResourceKind::once, reinterpret_cast<uint64_t>(flag)});
}

// Something happens that any code may tell without a call that heddle sees: a guard is done at
// which code looks that was not recompiled, memory is made unreadable, the locale is another one.
// So the search begins anew, and every step is taken to look at it; see explore::Record::unseen.
// Where data has several addresses, every step is taken to change it as well.
void change_unseen();
void look_at_unseen();

// The current thread has called exit, or main has returned: libc takes the exit handlers one by
// one, the last of them first, between the steps that they do.  Nobody sees when.  So each step of
// this thread uses the list from now on, up to the last handler, which is ours.  Programs of which
// no thread registers handlers beside others, and of which no two threads exit, need none of this,
// see explore::Record::late_handlers.
void begin_taking_handlers();
void take_handlers();

}  // namespace heddle::runtime

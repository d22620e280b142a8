// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/finding.h"
#include "event/ids.h"

// Objects that are destroyed while other threads may use them.
//
// Destroying is no step.  It is a use of the object's lifetime by the step that it runs in; and so
// is each step on such an object, and what a thread does before it comes to one, since a destroyed
// object must not be waited for.  Of an object that nobody has destroyed so, none of this is
// written down: when the first execution shows that it is, the search begins anew.
namespace heddle::runtime {

// An execution begins; whether there are any.
[[nodiscard]] bool begin_lifetimes();

// The current thread is about to do an operation.
void look_at_lifetimes_announced();

// The last step is done.
void look_at_lifetimes();

// The current thread has tried to destroy it.
void note_destroying(event::ObjectId object, event::Misuse misuse);

// The last step has ended the execution, maybe since its object was destroyed.
void note_use_of_destroyed();

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/context/fiber.h"

namespace heddle::runtime {

// Where in a thread's storage the program's thread-local variables are, and what they
// are in a new thread.  To be found out once, where files are loaded no more.
void find_thread_storage();

// The variables of a borrowed thread become those of a new one.  For `--reset loop`,
// where nothing else puts back what an ended thread has left in them.
void renew_thread_storage(const Fiber& fiber);

}  // namespace heddle::runtime

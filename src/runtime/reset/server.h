// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// Makes this point the start of every execution.  Called where `main` or a scenario's
// body is about to begin.
//
// The calling process becomes the server: it never runs an execution itself, so it
// stays as it is here, and every process that does is a copy of it.  This function
// returns in those, once for each execution; in the server it returns only when a
// scenario lies ahead or is over, see scenario.h.
void explore_from_here();

// Leaves the execution that ran in this process and goes back to the exploration.
void go_home();

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

// Processes that the server makes of itself.
namespace heddle::runtime {

// Not libc's fork: that one runs handlers and gives the stacks of parked threads
// to others.  No signal when it ends: what the program wants done with SIGCHLD, from
// before main or by inheritance, is not for our children.
long clone_process();

// As wait4 does; what it returns is a process or a negative error.
long wait_for(long process, int& status, int options);

// A program that has asked to be traced stops at its signals; they take their course.
void let_go_on(long process, int& status);

}  // namespace heddle::runtime

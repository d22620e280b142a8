// SPDX-License-Identifier: Apache-2.0
#pragma once

// A program can write over all memory that it can see.  Where that is to be survived,
// its process sees only a copy of the arena, and sends what it has to say through the
// arena's file, step by step.  That takes a few system calls a step, so it is done
// where speed does not matter (each execution in a process of its own, `exec`), and
// after a program has done damage.
namespace heddle::runtime {

// From now on this process has its own copy.
void detach_arena();

// What is new since the last time; does nothing unless detached.
[[gnu::noinline]] void send_steps();
void send_record();
void send_stage();

// The supervisor's word for an execution that no longer moves.
[[nodiscard]] bool is_called_stuck();

}  // namespace heddle::runtime

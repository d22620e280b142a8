// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/outcome.h"

#include <cstdint>

// Executions that go on where heddle does not see them: in another program, or in a process that
// the program made.  They are no failures, but nothing is guaranteed of them.
namespace heddle::runtime {

// The process, as far as it is under control, ends here: a step, as when it exits.
//   what: the call, or what the process becomes; for the report.
[[noreturn]] void leave_unseen(event::Unseen why, const char* what, const void* site);

// Processes that the program has made by fork(), and these by fork(), in the execution under way.
struct ForkedProcesses {
  static constexpr uint32_t kMost = 256;
  uint32_t count;     // of those below
  uint32_t lost;      // there were more, all at once
  uint32_t outlived;  // one did, in this execution or one before
  uint32_t threads;   // one has made threads
  int32_t process[kMost];
};

// Before the first execution.
void prepare_for_forks();

// A process is about to be made, by the calling one.
void begin_fork();

// It was made.
void note_forked(int32_t process);

// A thread is made that is not under control: in a process that the program has made, or before
// main.
void note_thread_elsewhere();

// An execution begins.
void forget_forked();

// How the execution that is about to end, and has no finding, was not seen to its end, if it was
// not; the record's detail then says why.
event::Unseen what_was_not_seen();

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "event/outcome.h"

#include <cstddef>
#include <cstdint>

// What a debugger reads, and where it stops the program (`heddle replay --gdb`); the
// other side is gdb/heddle_gdb.py.  Threads and objects are numbers of event/ids.h.
namespace heddle::runtime {

enum class DebuggerState : uint32_t { running, ready, blocked, ended };

struct DebuggerThread {
  int32_t kernel_thread;
  DebuggerState state;
  event::ObjectId wanted;  // what it is blocked on
  event::ThreadId joined;  // whose end it waits for
  event::ThreadId holder;  // of what it is blocked on
  uint32_t held_since;     // the holder's step, 0 if unknown
};

struct DebuggerHold {
  event::ThreadId thread;
  event::ObjectId object;
  uint32_t since;
};

// Only 32-bit words, in this order; the script counts on it.
struct DebuggerView {
  static constexpr size_t kMostHolds = 256;

  uint32_t stop_before;  // the step, from 1, before which heddle_at_step() is called
  uint32_t begun;        // the last step that was chosen
  uint32_t done;         // the last that was done
  uint32_t fingerprint;  // of the last that was chosen, as in event::Event
  event::ThreadId thread;
  uint32_t ending;  // event::Ending, once the execution has ended
  uint32_t failed;  // 1 if that was with a finding
  uint32_t thread_count;
  uint32_t hold_count;
  DebuggerThread threads[event::kMaxThreads];
  DebuggerHold holds[kMostHolds];
};

// Before the first step of an execution.
void debugger_starts();

// The current thread, a new one, runs up to its first step.
[[gnu::noinline, gnu::cold]] void debugger_at_new_thread();

// The current thread is about to do its step; it has done it.
[[gnu::noinline, gnu::cold]] void debugger_before_step();
[[gnu::noinline, gnu::cold]] void debugger_after_step();

// The execution ends here.
[[gnu::noinline, gnu::cold]] void debugger_at_end(const event::Outcome& outcome);

}  // namespace heddle::runtime

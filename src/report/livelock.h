// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/cycles.h"
#include "report/terminal.h"
#include "trace/trace.h"

#include <string>
#include <vector>

// An execution that does not end: who goes round, and who could go on instead.
namespace heddle::report {

struct Livelock {
  std::vector<Cycle> cycles;
  std::vector<event::ThreadId> threads;  // who takes part

  // They keep the processor: none yields, and others could go on.  Fairness cannot act
  // then, so nothing is known of what these others would do; but a thread should either get
  // somewhere or yield, which is the good samaritan property of M. Musuvathi et al., Finding and
  // Reproducing Heisenbugs in Concurrent Programs, OSDI 2008, 5.4.2.
  bool keeps_running = false;
  std::vector<event::ThreadId> could_go_on;  // others that were enabled, at the end or before it
  std::vector<event::ThreadId> may_go_on;    // others of which that is not known
  std::vector<event::ThreadId> starved;      // others whose lock is handed on, and never free
  bool fairness_acted =
      false;  // often enough for each that could go on all the time to have a turn
};

[[nodiscard]] Livelock livelock_of(const trace::Trace& trace);

// "no end after 1,004 steps: these 6 steps of T1 and T2 repeat (at a.c:26 in look)"; "T2 keeps
// running without yielding: these 3 steps repeat (at a.c:26 in look); T1 could go on".  The same
// cycle has the same words, after whatever steps it begins.
[[nodiscard]] std::string livelock_message(const trace::Trace& trace);

// What repeats, if the interleaving cannot show it, and what this means.
[[nodiscard]] std::string render_livelock(const trace::Trace& trace, const Style& style);

}  // namespace heddle::report

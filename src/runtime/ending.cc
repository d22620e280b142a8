// SPDX-License-Identifier: Apache-2.0
// How executions end, and what is written down of them then.
#include "base/hash.h"
#include "process/texts.h"
#include "runtime/debugger.h"
#include "runtime/loaded_files.h"
#include "runtime/raw.h"
#include "runtime/reset/server.h"
#include "runtime/runtime.h"
#include "runtime/sent_record.h"
#include "runtime/stacks.h"
#include "runtime/thread_record.h"
#include "runtime/unseen.h"

namespace heddle::runtime {

using event::Finding;
using event::Outcome;
using event::ThreadId;

void finish_session(const Outcome& reported) {
  if (rt.arena->settings().debug) {
    debugger_at_end(reported);
  }
  rt.finishing = true;
  Outcome outcome = reported;
  explore::Record& record = rt.arena->record();
  if (outcome.ending == event::Ending::exited && !outcome.has_finding &&
      outcome.unseen == event::Unseen::nothing) {
    outcome.unseen = what_was_not_seen();
  }
  if (outcome.has_finding) [[unlikely]] {
    record.failure_stack = rt.arena->settings().record ? record_stack() : 0;
    outcome.finding.place = place_of(outcome.finding);
  }
  set_active(false);
  if (program.last_loaded->l_next != nullptr) {
    note_loaded_files(*rt.arena);
  }
  record.threads = static_cast<uint32_t>(world().thread_count());
  record.take(session().execution);
  record.atomic_sections = rt.atomic_sections;
  if (rt.arena->settings().record) [[unlikely]] {
    rt.arena->threads.clear();  // a scenario has ended, and now its teardown
    rt.sent.threads = 0;
    for (size_t i = 0; i < world().thread_count(); ++i) {
      rt.arena->threads.push_back(record_of_thread(static_cast<ThreadId>(i)));
    }
    record_modules(*rt.arena);
  }
  if (explore::is_by_traces(rt.arena->settings().reduction) &&
      (rt.phase == Phase::program || rt.phase == Phase::body)) {
    const bool known_ahead = outcome.ending == event::Ending::pruned &&
                             session().execution.covered_from() == rt.arena->log.size();
    if (!known_ahead && record.stuck_from == explore::kNeverStuck) {
      tell_waiting();
    }
    record.waiting_told = true;
  }
  record.outcome = outcome;
  send_record();
  rt.finishing = false;
}

void end_execution(const Outcome& outcome) {
  finish_session(outcome);
  leave_execution(0);
}

void leave_execution(int status) {
  if (rt.in_place) {
    go_home();
  }
  raw_exit(status);
}

void end_with_finding(const Finding& finding) {
  session().execution.fail(finding);
  end_execution(session().execution.outcome());
}

void refuse(const char* what) {
  process::add_text(rt.arena->uncontrolled, what);
  set_detail(what);
  Outcome outcome;
  outcome.ending = event::Ending::refused;
  end_execution(outcome);
}

void refuse_with(const char* sentence) {
  set_detail(sentence);
  Outcome outcome;
  outcome.ending = event::Ending::refused;
  outcome.code = event::kWholeSentence;
  end_execution(outcome);
}

// A failure of one thread is where that thread is; one of all of them is where
// each unfinished thread waits.  Suspended threads are asked in turn.
uint64_t place_of(const Finding& finding) {
  uint64_t place =
      base::combine(static_cast<uint64_t>(finding.kind), static_cast<uint64_t>(finding.misuse));
  place = base::combine(place, static_cast<uint64_t>(finding.code));
  if (finding.kind == event::FindingKind::race) {
    return finding.place;  // of both accesses
  }
  if (finding.kind != event::FindingKind::deadlock) {
    return base::combine(place, stack_hash());
  }
  Fiber& self = current();
  for (size_t i = 0; i < world().thread_count(); ++i) {
    Fiber& fiber = rt.fibers[i];
    if (world().thread(fiber.id).ended || !world().thread(fiber.id).announced) {
      continue;
    }
    uint64_t there = stack_hash();
    if (&fiber != &self) {
      rt.interrogator = &self;
      rt.current = &fiber;
      switch_fiber(self, fiber);
      rt.interrogator = nullptr;
      there = reinterpret_cast<uint64_t>(fiber.site);
    }
    place += base::mix(there);  // whichever thread it is
  }
  return place;
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/exploration.h"
#include "supervise/gdb.h"
#include "trace/trace.h"

#include <optional>
#include <vector>

namespace heddle::supervise {

// One execution, run again with everything written down.
struct Replayed {
  trace::Trace trace;
  event::Outcome outcome;
  bool same_steps = false;                   // it went the way it was told to, to its end
  explore::Difference difference;            // if not: where it went another way
  std::vector<explore::PlaceRecord> places;  // of the accesses that its finding is about
  bool benign = false;                       // the program says that its race is no bug
  verdict::Stopped stopped = verdict::Stopped::no;
};

// A race that an execution has shown, and which would have ended it.
struct CollectedRace {
  uint64_t key = 0;  // see explore/places.h
  bool benign = false;
  std::vector<explore::PlaceRecord> places;  // of its two accesses
  std::vector<std::string> through;          // files that may have ordered them, see RaceRecord
  trace::Trace trace;                        // up to there
};

// Whether it ended as it did before: with a finding of that kind, or with none.
[[nodiscard]] bool shows_again(const Replayed& replayed,
                               const std::optional<event::Finding>& before);

// Both run the schedule once.  If the execution does not follow it, it is tried a few times more:
// something outside heddle's control decides, and may decide otherwise.  They return the one that
// follows the schedule and shows the finding again, or else one that shows it again, or the last.

// Runs the schedule of `found`, under the settings of its exploration.
base::Result<Replayed> replay(const Program& program, const Request& request,
                              const verdict::Exploration& exploration, const verdict::Found& found);

// Runs the schedule of a race that was found, and the execution on to its end, as if no access
// raced.  Returns all races that it shows which were not known before, in their order, the one that
// was found among them; none, if it does not follow the schedule.  What else becomes of the
// execution means nothing.
base::Result<std::vector<CollectedRace>> collect_races(const Program& program,
                                                       const Request& request,
                                                       const verdict::Exploration& exploration,
                                                       const verdict::Found& found);

// Runs the schedule of a trace.
base::Result<Replayed> replay(const Program& program, const Request& request,
                              const trace::Trace& recorded);

// The same in gdb, on OS threads; returns gdb's exit status.
base::Result<int> replay_in_gdb(const Program& program, const trace::Trace& recorded,
                                const GdbRequest& gdb);

// Runs the program once, by the default schedule, for the files that are mapped then.
base::Result<std::vector<process::ModuleRecord>> modules_of(const Program& program,
                                                            const Request& request);

}  // namespace heddle::supervise

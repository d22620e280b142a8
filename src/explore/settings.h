// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/conditions.h"

#include <cstdint>

// What is asked of an exploration.
namespace heddle::explore {

// Those that somebody treats unlike others, and those that tests name; see search/strategy_table.h.
enum class StrategyKind : uint32_t {
  preemption_bound,
  depth_first,
  depth_bound,
  iterative_deepening,
  delay_bound,
  random_walk,
  pct,
  partial_order_sampling,
  replay,
  others  // and numbers beyond
};
enum class Reset : uint32_t { fork, exec, snapshot, loop };
// How written pages are found; `none`: they are not, and the program is copied instead.
enum class SnapshotBy : uint32_t { userfaultfd, mprotect, none };

enum class Threads : uint32_t { fibers, os };

// What of the executions need not be run; `cache`: what is below a state that was reached
// before; `dpor`: all but one of each trace; `inspect`: most of them; `sleep`: those that differ
// from another one by steps that sleep.
enum class Reduction : uint32_t { none, cache, dpor, inspect, sleep };

// Whether it goes by the traces of executions, and needs to know what threads were about to do.
[[nodiscard]] constexpr bool is_by_traces(Reduction reduction) {
  return reduction == Reduction::dpor || reduction == Reduction::inspect ||
         reduction == Reduction::sleep;
}

using event::Visible;

// How much a reduction may work out between executions, before something else is tried: in steps
// that it looks at.  Counted, so that who was killed when, or how fast a machine is, changes
// nothing.
struct PlanningLimits {
  uint64_t besides = uint64_t{1} << 22;        // within a bound, besides:
  uint64_t per_step = 100;                     // for each step that was run
  uint64_t without_bound = uint64_t{1} << 26;  // when it is tried without the bound
};

// What becomes of a data race: a finding; two places more that are scheduling points, and the
// search goes on; nothing, since none is looked for.
enum class Races : uint32_t { stop, visible, ignore };

// What the supervisor asks for, besides the conditions under which executions are run; written
// once, before the program starts.
struct Settings : event::Conditions {
  uint64_t magic = 0;
  uint64_t arena_bytes = 0;
  uint64_t search_offset = 0;  // where the side of the search begins
  StrategyKind strategy = StrategyKind::preemption_bound;
  Reset reset = Reset::fork;
  SnapshotBy snapshot_by = SnapshotBy::userfaultfd;
  Threads threads = Threads::fibers;
  Races races = Races::stop;
  Reduction reduction = Reduction::none;
  uint32_t max_preemptions = 2;  // UINT32_MAX: all
  uint32_t phase_width = 0;      // preemptions that a phase of icb allows for beyond its first
  uint32_t max_delays = 2;       // of delay_bound; UINT32_MAX: all
  uint32_t depth = 0;            // of depth_bound: steps in which choices are tried
  uint32_t depth_step = 10;      // of iterative_deepening: by how many steps more each time
  uint32_t bug_depth = 2;        // of pct
  bool ends_when_fair = false;   // when fairness removes a choice, see verdict/climb.h
  uint32_t workers = 1;          // that share one search, each with an arena of its own
  uint64_t max_executions = 0;   // 0: no limit
  uint32_t max_findings = 1;
  bool strict = false;
  bool awaits = false;          // and is known to in advance, see explore/await_table.h
  bool record = false;          // keep stacks, names and modules for a report
  bool quiet = false;           // the program's output goes nowhere
  bool teardown = false;        // with `exec`: to be torn down after this execution
  bool fortified = false;       // executions are not to reach the arena, see runtime/sent_record.h
  bool debug = false;           // a debugger looks on; see runtime/debugger.h
  bool explain = false;         // measure how large the program is, see Sizes
  bool collects_races = false;  // a race ends no execution; all are written down
  bool in_file = false;         // the side of the search has a descriptor of its own
  uint64_t memory = 0;  // for work that waits; what is beyond goes to its file.  0: no limit
  PlanningLimits planning = {};
  uint64_t identity = 0;      // of a search in a file: which one it is part of, and which part
  int32_t process_id = 4242;  // what getpid() says, today and tomorrow
  int32_t schedule_log = -1;  // a descriptor, or -1
};

// How many freed blocks a malloc may choose from, with Settings::reuse.
inline constexpr uint32_t kMostReusable = 4;

}  // namespace heddle::explore

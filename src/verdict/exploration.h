// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/schedule.h"
#include "explore/arena.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::verdict {

// Why a run was ended before it was over.
enum class Stopped : uint8_t { no, by_time, by_user, by_disk };

// Code in which threads are to be preempted, or not; see explore::ScopeRange.
struct ScopeTable {
  std::vector<explore::ScopeModule> modules;
  std::vector<explore::ScopeRange> ranges;
};

// What was found out about the program's accesses to memory, and makes scheduling points
// of some of them.  A schedule means something only with the points that it was made with.
struct Visibility {
  std::vector<explore::PlaceRecord> places;
  std::vector<uint64_t> known_races;  // see explore/places.h
  std::vector<explore::SharedBytes> shared;
  ScopeTable scope;  // if the settings say that it is wanted
};

// What an exploration is asked to search.
struct Search {
  explore::Settings settings;
  Visibility visibility;  // to begin with
  int schedule_log = -1;  // a descriptor for one line an execution; -1: none
  bool climbs = false;    // fairness does, in explore_in_rounds(); see climb.h
};

// A bug as the exploration met it, before it is replayed.
struct Found {
  explore::FindingRecord record;
  std::vector<event::Deviation> plan;
  std::vector<event::Hold> holds;
};

struct State {
  order::Fingerprint fingerprint;
  uint32_t preemptions = 0;  // the fewest with which it was reached
};

// What came of an exploration.
struct Exploration {
  explore::Settings settings;  // as it ran
  Visibility visibility;       // at its end
  explore::Counters counters;
  uint64_t executions_before = 0;  // of them, in the runs that this one went on with
  // How many states were first reached with so many preemptions; nothing if not all were kept.
  std::optional<std::vector<uint64_t>> states;
  std::vector<State> reached;  // if asked for, by the first worker
  std::vector<Found> found;
  explore::Difference difference;  // between executions of one schedule, the first that was met
  std::vector<uint64_t> known_race_executions;  // how many showed each of the known races
  std::vector<explore::NoteRecord> notes;
  std::vector<explore::SampleRecord> samples;  // how much was covered when; the last is the end
  std::vector<std::string> uncontrolled;
  std::vector<std::string> effects;  // calls with effects outside memory, in several threads
  std::vector<std::string> foreign;  // files that several threads run in, and nobody looks into
  std::vector<std::string> variables;
  std::vector<std::string> loaded;        // files of the program, as the loader calls them
  std::vector<std::string> instrumented;  // those whose accesses to memory were seen
  std::string refused;                    // what the program asked for that heddle cannot give
  std::vector<std::string> remarks;       // what became of the run
  explore::Reset reset = explore::Reset::fork;  // what was used in the end
  uint32_t pool = 0;                            // threads that were ready before each execution
  bool scenario = false;                        // the program has one
  Stopped stopped = Stopped::no;
  int log_error = 0;  // errno, if not every execution could be written to the log of schedules
  double seconds = 0;
};

}  // namespace heddle::verdict

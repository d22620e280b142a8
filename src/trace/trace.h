// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/access.h"
#include "event/await.h"
#include "event/conditions.h"
#include "event/event.h"
#include "event/finding.h"
#include "event/outcome.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::trace {

// One place in the source; what is not known is empty or 0.
struct Frame {
  std::string function;
  std::string file;
  uint32_t line = 0;
  std::string module;   // path of the executable or library
  bool system = false;  // in a header or library of the system, not the user's own

  friend bool operator==(const Frame&, const Frame&) = default;
};

// Innermost first, inlined calls as frames of their own.
using Stack = std::vector<Frame>;

struct Thread {
  event::ThreadId creator = event::kNoThread;
  std::string name;  // the function it runs, or the name it was given
  event::ThreadEnd end;
  uint32_t stack = 0;  // where it was at the end
};

struct Object {
  event::ObjectKind kind = event::ObjectKind::mutex;
  std::string name;    // a symbol ("accounts+40"), or empty
  bool given = false;  // the name is one that the program gave it
};

using event::ScopeRange;  // its module is one of Scope::modules
using event::SharedBytes;
using event::Visible;

// A place in the program's code, wherever it is loaded.
struct Place {
  std::string module;  // path of the library; empty: the executable
  uint64_t offset = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

// Where threads were preempted, as --scope and --no-scope have it; see Conditions::scoped.
struct Scope {
  std::vector<std::string> modules;
  std::vector<ScopeRange> ranges;

  friend bool operator==(const Scope&, const Scope&) = default;
};

// One execution that can be run again and shown, without the program.
//
// Stacks are numbered from 1; 0 means that none was recorded.  Event::stack,
// Thread::stack and Access::stack are such numbers, ThreadEnd::stack is not used here.
struct Trace : event::Conditions {
  // What is not told of an execution: by older versions, it was so.
  Trace() {
    visible = Visible::sync;
    fair_every = 0;
  }

  std::string heddle;                              // version that wrote it
  std::string keyed_hash;                          // of what is run, by the writer's key; or empty
  std::vector<std::string> program;                // path, then arguments
  std::string directory;                           // where it was started
  std::string build_id;                            // of the executable
  std::map<std::string, std::string> environment;  // the variables that matter
  std::string standard_input;

  // The conditions that are lists, and which races end no execution.
  std::vector<event::Hold> holds;  // who was known to come back to where it is, and waited
  std::vector<Place> places;
  std::vector<SharedBytes> shared;
  std::vector<uint64_t> known_races;
  bool ignores_races = false;
  Scope scope;

  std::vector<Thread> threads;
  std::vector<Object> objects;
  std::vector<event::Event> steps;
  std::vector<Stack> stacks;  // stacks[n - 1] is stack n

  std::optional<event::Finding> finding;
  std::string message;  // of the finding, one line
  std::string detail;   // what the program said of it: the assertion, the exception's type
  uint32_t failure_stack = 0;
  std::vector<event::Access> accesses;  // that it is about, see event/access.h
  std::string memory;                   // what they touched: "queue+8", "the stack of T1"; or empty
  uint64_t execution = 0;               // its index in its exploration, from 1
};

// The stack with that number; an empty one for 0.
[[nodiscard]] const Stack& stack_at(const Trace& trace, uint32_t number);

// The first frame of the user's own code, or the first of all; null if empty.
[[nodiscard]] const Frame* user_frame(const Stack& stack);

[[nodiscard]] uint32_t preemptions(const Trace& trace);
[[nodiscard]] uint32_t context_switches(const Trace& trace);

}  // namespace heddle::trace

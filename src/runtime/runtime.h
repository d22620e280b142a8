// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "detect/deadlock.h"
#include "detect/exit_status.h"
#include "detect/leftovers.h"
#include "detect/livelock.h"
#include "detect/misuse.h"
#include "event/operation.h"
#include "event/outcome.h"
#include "explore/execution.h"
#include "explore/explorer.h"
#include "explore/step_limit.h"
#include "primitive/world.h"
#include "process/arena.h"
#include "runtime/context/fiber.h"
#include "runtime/effects/descriptor_names.h"
#include "runtime/effects/effects.h"
#include "runtime/effects/foreign.h"
#include "runtime/effects/foreign_call.h"
#include "runtime/instrument/watch.h"
#include "runtime/loaded_files.h"
#include "runtime/own_memory.h"
#include "runtime/program_state.h"
#include "runtime/real.h"
#include "runtime/scopes.h"
#include "runtime/unwinder.h"
#include "search/strategies.h"

#include <cstddef>
#include <cstdint>
#include <new>

// The runtime: the Subject that is a live program, loaded into its process.
//
// Ground rules, since it lives in someone else's process:
//   - no exceptions, RTTI, iostream, function-local statics;
//   - not the program's malloc after start-up, nor its libstdc++, ever;
//   - real functions are looked up before `main`, and called through `real`;
//   - errno is left as found; system calls of our own are raw;
//   - all that is mutable is in `rt` below, `real`, one thread_local pointer, and
//     what a debugger reads (debugger.h);
//   - it announces and obeys: what a primitive means is in primitive/, which thread
//     goes on is decided in explore/ and search/, what is a bug in detect/.
namespace heddle::runtime {

class Snapshot;
struct ForkedProcesses;

// A hidden symbol may not be interposed on; these may, and are listed in
// exports.map.
#define HEDDLE_INTERPOSE extern "C" __attribute__((visibility("default")))

// What an execution follows, and where it is written down.
struct Course {
  explore::Strategy* strategy;
  explore::Plan* plan;
  explore::Log* log;
};

// One execution as this process runs it; made anew for each.
struct Session {
  Session(base::Region& near, base::Region& far, process::Arena& arena, const Course& course);

  // Threads and objects stay; steps are counted from here.
  void change_course(const process::Arena& arena, const Course& course);

  primitive::World world;
  detect::Deadlock deadlock;
  detect::Livelock livelock;
  detect::Misuse misuse;
  detect::ExitStatus exit_status;
  detect::Leftovers leftovers;
  explore::Monitor* monitors[5];
  base::Region execution_near;
  base::Region execution_far;
  explore::Execution execution;
};

// Where the program's small objects are; see objects.h.
struct ObjectSlot {
  const void* address;
  event::ObjectId object;
  uint32_t generation;  // of executions; of another one, the slot is free
};

struct ObjectTable {
  static constexpr size_t kLate = 256;

  ObjectSlot* slots = nullptr;  // by hash of the address
  size_t used = 0;
  ObjectSlot late[kLate] = {};  // of variables that were used lately, close together
};

// A file's variables in the storage of every thread; see context/thread_storage.h.
struct StorageBlock {
  uintptr_t distance;  // below the thread pointer
  const void* image;   // what they are in a new thread; the rest is zeros
  size_t image_bytes;
  size_t bytes;
};

// What part of the program runs.
enum class Phase : uint8_t {
  program,  // all of it: no scenario has been met
  before,   // up to the body of a scenario, by the default schedule
  body,
  after,  // its teardown, by the default schedule
};

// What this process is for.
enum class Role : uint8_t {
  alone,   // `--reset exec`: one execution from the program's first instruction
  server,  // copies itself, see reset/server.h
  copy,    // one execution
  worker,  // many
};

// What is there when a scenario's body begins.
struct ScenarioBase {
  primitive::World world;
  Fiber* fibers = nullptr;  // as many as it has threads
  size_t objects = 0;
  uint32_t generation = 0;  // of their tokens
};

// A program that writes over everything writes over these.
struct Guard {
  static constexpr uint64_t kValue = 0x6865646467756172ULL;
  uint64_t words[8] = {kValue, kValue, kValue, kValue, kValue, kValue, kValue, kValue};

  [[nodiscard]] bool intact() const {
    for (const uint64_t word : words) {
      if (word != kValue) {
        return false;
      }
    }
    return true;
  }
};

struct Runtime {
  Guard guard_before;
  process::Arena* arena = nullptr;      // null: the program runs without heddle
  process::Control* control = nullptr;  // in it
  explore::Strategy* strategy = nullptr;
  base::Region session_memory;               // untouched before an execution begins
  Fiber* fibers = nullptr;                   // kMaxThreads of them; the first is main's
  explore::Candidate* candidates = nullptr;  // room for as many
  size_t borrowed = 0;                       // fibers [1, borrowed] have a real thread
  std::byte* signal_stacks = nullptr;        // one for each thread, for when its own is used up

  int (*program_main)(int, char**, char**) = nullptr;
  Unwinder unwinder;
  AddressRange unwinder_range;
  AddressRange own_library;  // libheddle_rt.so
  AddressRange libc;
  AddressRange loader;

  Phase phase = Phase::program;
  ScenarioBase base;
  bool in_scenario = false;  // heddle_scenario() was called
  static constexpr size_t kMostStorage = 64;
  StorageBlock storage[kMostStorage] = {};
  size_t storage_blocks = 0;  // none unless executions are loops
  bool goes_round = false;    // the scenario's body has returned, and can be called again
  bool tears_down = false;    // the scenario is to be torn down after its body
  Course quiet_course = {};   // the default schedule, written down nowhere else
  alignas(8) std::byte quiet_strategy[16] = {};
  explore::Plan quiet_plan;
  explore::Log quiet_log;
  explore::Log reference_log;  // of an execution in a fresh copy
  explore::Log* reference = nullptr;
  uint64_t compare_every = 0;  // executions
  void* start_sp = nullptr;    // main's, where executions begin

  Snapshot* snapshot = nullptr;
  ForkedProcesses* forked = nullptr;          // shared with them; see unseen.h
  bool makes_children = false;                // which the next execution might wait for
  bool filters_calls = false;                 // a seccomp filter may kill it for some
  bool cannot_be_put_back = false;            // the program did what no snapshot undoes
  uint64_t next_mapping = uint64_t{1} << 45;  // where there is room for the runtime's own
  static constexpr size_t kMostOwn = 64;
  Span own[kMostOwn];
  size_t own_count = 0;
  uint8_t touched = 0;  // see reset/touched.h
  DescriptorNames descriptors;
  ForeignFiles foreign_files;
  ForeignCalls foreign_calls;
  static constexpr size_t kNotedCalls = 64;
  const char* noted_calls[kNotedCalls] = {};  // of which the report knows; see effects/effects.h
  static constexpr size_t kCxxOutputs = 6;
  const void* cxx_outputs[kCxxOutputs] = {};  // std::cout and the like
  bool dispatches = false;                    // system calls come to us, see syscalls/by_signal.h
  int lowest_private = 0;                     // descriptors of the runtime's own are not below
  static constexpr size_t kMostPrivate = 4096;
  bool is_private[kMostPrivate] = {};
  uint64_t next_spill = 0;  // after so many executions
  int arena_file = -1;      // kept where the arena may have to be detached
  bool detached = false;    // see sent_record.h
  struct Sent {             // how much of each list
    size_t log, stack_words, objects, names, modules, threads, uncontrolled, variables, effects,
        foreign, newly_shared, waiting, fairness, loaded, instrumented, uses, races, race_threads,
        awaits, await_sites, holds;
  } sent = {};

  alignas(16) std::byte arena_slot[sizeof(process::Arena)] = {};
  Watch watch;

  // What every execution writes lies together, on as few pages as possible: each costs a copy a
  // fault.
  alignas(4096) std::byte
      near_memory[primitive::World::kNearBytes + explore::Execution::kNearBytes] = {};
  alignas(16) std::byte session_slot[sizeof(Session)] = {};
  Session* session = nullptr;
  Role role = Role::alone;
  size_t borrowed_here = 0;  // of the fibers, in this execution: a copy has them beside its own
  bool active = false;       // an execution is under way in this process
  bool finishing = false;    // it has ended and is being written down
  int quick_status = 0;      // what quick_exit() was called with
  bool in_place = false;     // and this process lives on after it

  Fiber* current = nullptr;
  bool slow_turns = false;          // there is something to do before a step, see below
  bool records = false;             // as the settings say
  bool debugged = false;            // likewise
  bool looks_unseen = false;        // each step may tell what was done, see change_unseen()
  Fiber* takes_handlers = nullptr;  // its steps do, see begin_taking_handlers()
  bool took_handlers = false;       // exit has run all handlers of the program
  bool exits = false;               // a thread has begun to take them
  bool slow_steps = false;          // there is something to do after every step, see end_turn()
  uint8_t dispatch_selector = 0;    // whether system calls come to us now, if they ever do
  uint32_t descriptor_waiters = 0;  // threads that wait for descriptors
  bool reuses = false;              // likewise: freed memory is given out again
  bool pins = false;                // threads may be where they are not preempted, see pins.h
  bool lifetimes = false;           // objects are destroyed while others may use them
  bool atomic_sections = false;     // some were, between heddle_atomic_begin() and its end
  Fiber* starter = nullptr;         // waits for a new thread to announce something
  Fiber* interrogator = nullptr;    // wants to know where suspended threads are
  uint32_t generation = 0;          // tells tokens of this execution from others
  Scopes scopes;
  static constexpr size_t kFewThreads = 6;
  alignas(16) std::byte few_candidates[kFewThreads * sizeof(explore::Candidate)] = {};
  Fiber home;  // where the exploration runs, beside the program's threads
  ObjectTable objects;
  search::StrategySlot strategy_slot = {};
  HeapOfProcess heap;  // large, and little of it is touched
  Guard guard_after;
};

extern Runtime rt;
extern ProgramState program;  // NOLINT(bugprone-dynamic-static-initializers): constinit

// Whether there is something to do before a step may be different by now.
inline void settle_slow_turns() {
  rt.slow_turns = rt.records || rt.debugged || rt.detached || rt.pins || rt.lifetimes ||
                  rt.foreign_files.are_any_unknown();
}

// Whether the calling thread is one that heddle schedules, now.  If not, the
// caller goes on to the real function, which is known by then even if some
// library's constructor runs before ours.
inline bool controlled() {
  if (rt.active && this_fiber() != nullptr) {
    return true;
  }
  resolve_real_functions();
  return false;
}

// The unwinder takes locks of its own while it works.  They are held only inside one
// of its functions, so nobody ever waits for them: its calls are no visible
// operations, and go to the real functions.
inline bool is_unwinder(const void* caller) {
  return rt.unwinder_range.contains(reinterpret_cast<uint64_t>(caller));
}

// An execution begins, or is interrupted or ended.
inline void set_active(bool active) {
  rt.active = active;
  if (rt.watch.wanted) {
    rt.watch.on = active;
  }
  count_company();
}

// The execution under way; at a known place, as every step asks for it.
inline Session& session() { return *std::launder(reinterpret_cast<Session*>(rt.session_slot)); }
inline primitive::World& world() { return session().world; }
inline Fiber& current() { return *rt.current; }

// For an operation that the current thread has announced; see below.
int32_t perform_announced(const void* site);
void await_announced_turn(const void* site);

// Announces what the current thread is about to do, and returns when it is its
// turn and the operation is done: what the call returns, 0 or an errno.
//   site: the caller's address.
inline int32_t perform(const event::Operation& operation, const void* site) {
  world().announce(current().id, operation);
  return perform_announced(site);
}

// The three parts of perform(), for operations that do more in between.
inline void await_turn(const event::Operation& operation, const void* site) {
  world().announce(current().id, operation);
  await_announced_turn(site);
}
primitive::Effect apply_turn();
void complete_turn(const primitive::Effect& effect);

// Slow path after a step.
[[gnu::noinline]] void end_turn(bool goes_on);

// The same two of an access to memory, about which whoever does it tells the others.
inline primitive::Effect apply_access_turn() { return world().apply_access(current().id); }
[[gnu::always_inline]] inline void complete_watched_turn(const primitive::Effect& effect) {
  const bool goes_on = session().execution.done({.result = effect.result,
                                                 .yielded = effect.yielded,
                                                 .timed_out = effect.timed_out,
                                                 .misuse = effect.misuse,
                                                 .other = effect.other,
                                                 .stack = current().stack,
                                                 .value = effect.value});
  if (!goes_on || rt.slow_steps) [[unlikely]] {
    end_turn(goes_on);
  }
}

// The current thread has ended and does not come back.
[[noreturn]] void leave_for_good();

// Address space for what an execution needs; taken once, before the first.
void reserve_session_memory();

// Prepares this process for one execution, which then begins; its threads are yet to
// be added.
void begin_session();

// What an execution that begins now is to follow.
Course course();

// Ends the execution under way: writes down how, and where its threads were.
void finish_session(const event::Outcome& outcome);

// The same, and leaves it.
[[noreturn, gnu::noinline]] void end_execution(const event::Outcome& outcome);
[[noreturn]] void end_with_finding(const event::Finding& finding);

// The process ends with that status, as far as the execution goes; the caller
// then leaves it.
void perform_exit(int status, const void* site);

// The same when exit has come to its end: all handlers were run, and libc takes no more.
void perform_exit_after_handlers(int status, const void* site);

// The end of an execution: of its process, or back to where the exploration runs.
[[noreturn]] void leave_execution(int status);

// The program asks for what heddle cannot give: the run ends with a sentence that
// names it, instead of a wrong answer.
[[noreturn, gnu::noinline, gnu::cold]] void refuse(const char* what);
[[noreturn, gnu::noinline, gnu::cold]] void refuse_with(const char* sentence);  // a whole one

// A call that heddle lets through and does not control.
void note_uncontrolled(const char* call);

// What getppid() says.
[[nodiscard]] inline int32_t parent_number() { return rt.arena->settings().process_id - 1; }

// What the program said of a failure, for the report.
void set_detail(const char* text);

// The step under way, from 1, as a report counts; 0 in a setup or teardown, which are not in
// the log.
[[nodiscard]] uint32_t step_in_log();

// Where a thread stands: equal numbers for equal places.
uint64_t place_of(const event::Finding& finding);

}  // namespace heddle::runtime

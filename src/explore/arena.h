// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "event/access.h"
#include "event/await.h"
#include "event/event.h"
#include "event/outcome.h"
#include "event/resource.h"
#include "explore/divergence.h"
#include "explore/execution.h"
#include "explore/journal.h"
#include "explore/records.h"
#include "explore/state_set.h"
#include "explore/strategy.h"
#include "order/awaits.h"
#include "order/partial_order.h"
#include "order/uses.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

// The memory that all processes of one exploration share: the supervisor, the
// program, and the process of each execution.  It is the only thing they share.
//
// Everything here is plain data; nothing is a pointer or has a vtable, since
// these mean nothing in another process.  During an execution only its record is
// written, and only appended to; search state changes between executions, through
// the journal.
//
// It has two sides, each from page to page: that of the execution under way, and that of the
// search, which can be a file.  A search that was broken off goes on over that file, with another
// side of executions.
namespace heddle::explore {

inline constexpr uint64_t kArenaMagic = 0x68656464'6c650002ULL;

// The signal by which the supervisor asks an execution that no longer moves where
// it is.  Nothing else uses SIGSTKFLT.
inline constexpr int kWhereAreYou = 16;

// Where the program finds the side of the search, if it has a descriptor of its own: so far beyond
// that of the arena.
inline constexpr int kSearchBeyondArena = 2;

enum class StrategyKind : uint32_t {
  preemption_bound,
  depth_first,
  depth_bound,
  iterative_deepening,
  delay_bound,
  random_walk,
  pct,
  partial_order_sampling,
  replay
};
enum class Reset : uint32_t { fork, exec, snapshot, loop };
// How written pages are found; `none`: they are not, and the program is copied instead.
enum class SnapshotBy : uint32_t { userfaultfd, mprotect, none };

// What the process that executions run in has to say when it ends; nothing if it died.
enum class WorkerSays : uint32_t {
  nothing,
  finished,         // there is nothing left to do
  begin_again,      // it cannot go on, but another one can
  cannot_put_back,  // a snapshot is not enough for this program
  went_another_way  // the last execution was not what it is in a fresh copy
};

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

// Which accesses to memory are scheduling points, besides atomic and volatile ones: none;
// those at places that were found racing; all to memory that more than one thread touches.
enum class Visible : uint32_t { sync, race, all };

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

// What the supervisor asks for; written once, before the program starts.
struct Settings {
  uint64_t magic = 0;
  uint64_t arena_bytes = 0;
  uint64_t search_offset = 0;  // where the side of the search begins
  StrategyKind strategy = StrategyKind::preemption_bound;
  Reset reset = Reset::fork;
  SnapshotBy snapshot_by = SnapshotBy::userfaultfd;
  Threads threads = Threads::fibers;
  Visible visible = Visible::race;
  Races races = Races::stop;
  Reduction reduction = Reduction::none;
  uint32_t max_preemptions = 2;  // UINT32_MAX: all
  uint32_t phase_width = 0;      // preemptions that a phase of icb allows for beyond its first
  uint32_t max_delays = 2;       // of delay_bound; UINT32_MAX: all
  uint32_t depth = 0;            // of depth_bound: steps in which choices are tried
  uint32_t depth_step = 10;      // of iterative_deepening: by how many steps more each time
  uint32_t bug_depth = 2;        // of pct
  uint32_t step_limit = 0;
  uint32_t fair_every = 8;
  bool ends_when_fair = false;  // when fairness removes a choice, see verdict/climb.h
  uint32_t pool = 0;            // threads to make ready before the start
  uint32_t workers = 1;         // that share one search, each with an arena of its own
  uint64_t max_executions = 0;  // 0: no limit
  uint32_t max_findings = 1;
  bool strict = false;
  bool volatile_sync = false;   // volatile accesses synchronize, as if they were atomic
  bool scoped = false;          // threads are not preempted everywhere, see scope_ranges;
  bool scope_only = false;      // but only there where it says so
  bool reuse = false;           // a malloc may take a freed block, see runtime/heap/reuse.h
  bool ends_at_cycles = false;  // a cycle of waits is a deadlock at once, see detect/deadlock.h
  bool holds_idle = false;      // who would go round a loop to no effect waits, see Execution
  bool awaits = false;          // and is known to in advance, see explore/await_table.h
  bool sees_pauses = false;     // fairness acts on those that a thread comes back to, see Fairness
  bool record = false;          // keep stacks, names and modules for a report
  bool quiet = false;           // the program's output goes nowhere
  bool scenario = false;        // the program is known to have one
  bool teardown = false;        // with `exec`: to be torn down after this execution
  bool fortified = false;       // executions are not to reach the arena, see runtime/sent_record.h
  bool debug = false;           // a debugger looks on; see runtime/debugger.h
  bool explain = false;         // measure how large the program is, see Sizes
  bool collects_races = false;  // a race ends no execution; all are written down, see Arena::races
  bool in_file = false;         // the side of the search has a descriptor of its own
  uint64_t memory = 0;       // for work that waits; what is beyond goes to its file.  0: no limit
  uint64_t wanted_race = 0;  // the only one that ends an execution, see places.h; 0: any does
  PlanningLimits planning = {};
  uint64_t seed = 0;
  uint64_t identity = 0;      // of a search in a file: which one it is part of, and which part
  int64_t start_time = 0;     // nanoseconds since 1970
  int32_t process_id = 4242;  // what getpid() says, today and tomorrow
  int32_t schedule_log = -1;  // a descriptor, or -1
};

// How far a scenario has come in the process that was last at it.
enum class Stage : uint8_t { none, setup, body, teardown };

// What is read and written while the program runs, by all processes.
struct Control {
  std::atomic<uint64_t> guard_before;
  std::atomic<uint32_t> stop;         // the supervisor asks for an end
  std::atomic<uint32_t> started;      // main was reached under heddle's control
  std::atomic<uint32_t> finished;     // the exploration is over; the counts are final
  std::atomic<int32_t> process;       // that of the execution under way
  std::atomic<uint32_t> thread;       // which of its threads runs
  std::atomic<uint64_t> heartbeat;    // moves with every step
  std::atomic<uint64_t> planning;     // moves while it is worked out what to run next
  std::atomic<uint32_t> stuck;        // the supervisor takes the execution for stuck
  std::atomic<uint32_t> executing;    // begin() has prepared an execution that was not learned from
  std::atomic<uint32_t> uncommitted;  // executions that were learned from since the last commit
  std::atomic<uint32_t> damaged;      // the search state is not what it was left as
  std::atomic<uint32_t> careful;      // so many executions are to be committed one by one
  std::atomic<uint32_t> pool;         // threads that were ready before each execution
  std::atomic<uint32_t> looks_unseen;  // Kept::unseen, where an execution is at it
  std::atomic<Stage> scenario;         // how far it has come, if the program has one
  std::atomic<Reset> reset;            // what is used now
  std::atomic<WorkerSays> worker_says;
  std::atomic<uint32_t> asks_for_copy;         // the worker wants its execution run in a fresh copy
  std::atomic<uint32_t> out_of_address_space;  // the runtime could not go on for want of it
  std::atomic<uint32_t> search_unwritable;     // the side of the search could not be written to
  std::atomic<uint32_t> whole;     // an execution that has counted is run again, to its end
  std::atomic<int32_t> log_error;  // errno, once the log of schedules could not be written
  std::atomic<uint64_t> guard_after;
};

inline constexpr size_t kMaxBounds = 64;

// How many freed blocks a malloc may choose from, with Settings::reuse.
inline constexpr uint32_t kMostReusable = 4;

// What the number of executions is bounded by.
struct Sizes {
  uint32_t steps = 0;     // of a thread in an execution, at most
  uint32_t blocking = 0;  // those of them where it can be left without a preemption
  bool chooses = false;   // a step had several outcomes
};

struct Counters {
  uint64_t epoch = 0;  // of the journal, when it was saved
  uint64_t executions = 0;
  uint64_t pruned = 0;
  uint64_t assumption_failed = 0;  // of the pruned ones
  uint64_t diverged = 0;           // schedules that were given up, as no attempt followed them
  uint64_t retried = 0;            // schedules that were followed, but not by the first attempt
  uint64_t steps = 0;
  uint64_t failing = 0;
  uint64_t states = 0;  // 0: not counted
  // Fewest preemptions of an execution that was not seen to its end (stuck, beyond the
  // step limit) or had more options than can be numbered.  What is below it may have
  // at least as many, so lower bounds are still complete.
  uint32_t incomplete_from = UINT32_MAX;
  uint32_t threads = 0;
  uint32_t max_steps = 0;
  uint32_t max_preemptions = 0;
  uint64_t forgotten = 0;  // executions that were done before the search was started over
  uint64_t taken = 0;      // the number of the last handover of work to this worker
  bool fairness_removed_a_choice = false;  // or that a thread was idle
  bool fairness_acted = false;             // it was fairness
  bool pins_removed_a_choice = false;
  bool atomic_sections = false;  // in executions in which pins did
  bool options_dropped = false;
  bool reuse_possible = false;
  bool race_met = false;                     // the supervisor is to say what is made of it
  bool shared_lost = false;                  // more bytes are shared than there is room for
  uint64_t by_preemptions[kMaxBounds] = {};  // the last one also counts all above
  Coverage coverage;
  Sizes sizes;
  event::Outcome refusal;  // Ending::refused, if the program could not be run
  uint64_t unseen = 0;     // executions that were not seen to their end
  event::Unseen unseen_why = event::Unseen::nothing;  // the first of them
  char unseen_what[128] = {};                         // and what it became, or the call
};

// How many places can be scheduling points, and how many pairs of them be known to race.
inline constexpr size_t kMaxPlaces = 4096;

// What is said of the execution under way, apart from its log.
struct Record {
  event::Outcome outcome;
  uint32_t threads = 0;
  bool fairness_removed_a_choice = false;
  bool fairness_acted = false;
  bool were_some_idle = false;
  uint32_t stuck_from = kNeverStuck;  // see Execution
  bool awaits_lost = false;  // a reduction could not know who goes on, see explore/await_table.h
  bool pins_removed_a_choice = false;  // a thread was not left, as what it would do is pinned
  bool atomic_sections = false;        // threads were in some, and not at their first steps
  bool options_dropped = false;
  uint32_t leftovers = 0;  // kinds of Misuse that are worth a note, as bits
  uint32_t failure_stack = 0;
  bool showed_known_races = false;  // and which: see Details
  uint32_t access_count = 0;
  bool benign = false;            // the program says that a race here is none to report
  bool destroyed_in_use = false;  // something that a thread has used which was not joined
  bool reuse_possible = false;    // a malloc might have got a block that was freed among threads
  bool waiting_told = false;      // arena.waiting is what its threads were about to do at its end
  bool uses_lost = false;         // its steps have used more than could be written down
  bool unseen = false;            // something was done that other code may tell without a call
  bool late_handlers = false;     // threads beside others registered exit handlers, or exited
  event::Access accesses[event::kMaxAccesses];  // that the finding is about

  void clear() {
    outcome = {};
    threads = 0;
    fairness_removed_a_choice = false;
    fairness_acted = false;
    were_some_idle = false;
    stuck_from = kNeverStuck;
    awaits_lost = false;
    pins_removed_a_choice = false;
    atomic_sections = false;
    options_dropped = false;
    leftovers = 0;
    failure_stack = 0;
    showed_known_races = false;
    access_count = 0;
    benign = false;
    destroyed_in_use = false;
    reuse_possible = false;
    waiting_told = false;
    uses_lost = false;
    unseen = false;
    late_handlers = false;
  }
};

// The same, what is long and rarely there: apart, so that what every execution writes to is on as
// few pages as can be.
struct Details {
  uint64_t known_race_hits[kMaxPlaces / 64] = {};  // by their places in arena.known_races, as bits
  char text[1024] = {};                            // the assertion, the exception's type, the call

  [[nodiscard]] bool are_any(const Record& record) const {
    return text[0] != 0 || record.showed_known_races;
  }

  void clear(const Record& record) {
    if (record.showed_known_races) {
      for (uint64_t& word : known_race_hits) {
        word = 0;
      }
    }
    text[0] = 0;
  }
};

// What a search that is taken up again began with; it does not change.
struct Beginning {
  uint64_t magic = 0;  // written last
  Settings settings;
  uint64_t seal = 0;  // of the settings

  [[nodiscard]] bool is_whole() const;
};

// What of the other side it has to know; in the journal.
struct Kept {
  Reset reset = Reset::fork;
  Stage scenario = Stage::none;
  uint32_t pool = 0;
  uint32_t pool_asked_for = 0;  // in the settings
  uint32_t starts = 0;          // how often the search was started over
  uint32_t starts_alone = 0;    // the same before others were given of its work
  bool shared = false;          // others were, or are at the same bound
  uint64_t giving = 0;          // the number of the handover of work that is under way; 0: none
  // What an execution had, see Record:
  bool unseen = false;         // each step may look at it
  bool late_handlers = false;  // each step of a thread that calls exit may take one
  bool no_awaits = false;      // it waits in too many states, see explore/await_table.h
  uint64_t trials = 0;         // so many were there
};

// Whose index is which of Arena::state_indexes.
enum class StateIndex : uint32_t { ends, cached, cuts };
inline constexpr size_t kStateIndexes = 3;

// How many stretches of code can be in or out of scope, and in how many files.
inline constexpr size_t kMaxScopeRanges = size_t{1} << 18;
inline constexpr size_t kMaxScopeModules = 512;

// All parts of the arena, at the same places in every process.
class Arena {
 public:
  // How much to map for executions, and with it for the search; pages that are not touched cost
  // nothing.
  static size_t execution_bytes(uint32_t step_limit, size_t arena_bytes);
  static size_t bytes_wanted(uint32_t step_limit, size_t search_bytes);

  // Makes an arena in zeroed memory; or a side for executions, if the settings are of a search that
  // is there: `goes_on`.  That one is still to be looked at, and then taken up.
  Arena(void* memory, size_t bytes, Settings settings, bool goes_on = false);

  // Lays the parts over one that another process has made.
  explicit Arena(void* memory);

  [[nodiscard]] const Settings& settings() const { return *settings_; }

  Control& control() { return *control_; }

  // Tells who watches that the search is getting on, between executions.
  void plans() {
    std::atomic<uint64_t>& planning = control_->planning;
    planning.store(planning.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  Counters& counters() { return *counters_; }
  Record& record() { return *record_; }
  Details& details() { return *details_; }
  Kept& kept() { return *kept_; }
  Divergence& divergence() { return *divergence_; }

  // What executions have no business with: counts, findings, plan, search; whole pages.
  [[nodiscard]] std::span<std::byte> search_side() const;

  // The counts and findings are about to change.
  void save_results();

  // All that the search begins with is there.  From here on it can be taken up.
  void begun();

  // Whether what is in no journal is as it was left; see Journal for the rest.
  [[nodiscard]] bool texts_are_whole() const;
  // What was not committed is still to be rolled back.
  void take_up();

  // Writes down with the search what is known from the program's start and its executions.
  void keep();

  // The settings are final.
  void seal_settings();

  // Whether counts are what they were at the last seal().
  void seal();
  [[nodiscard]] bool intact() const;

  // Whether what an execution has left here can be what it wrote down.
  [[nodiscard]] bool plausible() const;

  // What steps have used besides what their operations are on, see explore/use_table.h.
  [[nodiscard]] order::Uses uses() const {
    return {uses_now.begin(), uses_kept.begin(), &uses_kept.size_word()};
  }

  // What is known of loops that wait, see explore/await_table.h.
  [[nodiscard]] order::Awaits awaited() const { return {awaits.begin(), await_index}; }

  Plan plan;
  base::List<event::Hold> plan_holds;  // whom a replay holds back, and where
  Log log;
  base::List<event::UseRecord> uses_now;      // by the execution under way
  base::List<event::AwaitRecord> awaits_now;  // that it has found out, being a trial
  base::List<uint64_t> await_sites_now;       // at which it has waited
  base::List<event::Hold> holds;              // whom it has held back
  Log first_log;   // of the first execution, as far as it is compared with others
  Log failed_log;  // of the last attempt that did not follow its schedule, likewise
  base::List<ThreadRecord> threads;
  base::List<ObjectRecord> objects;
  base::List<NameRecord> names;
  base::List<ModuleRecord> modules;
  base::List<RaceRecord> races;                // that it has shown, if they are written down
  base::List<ThreadRecord> race_threads;       // what its threads were at when it did
  base::List<SharedBytes> newly_shared;        // found so by the execution under way
  base::List<order::Waiting> waiting;          // what its threads were about to do, for a reduction
  base::List<FairnessRecord> fairness;         // what it was like, for another one
  base::List<TextRecord> loaded;               // files of the program, as the loader calls them
  base::List<TextRecord> instrumented;         // those whose accesses to memory are seen
  base::List<uint64_t> stack_words;            // a stack is its length, then that many addresses
  base::List<PlaceRecord> places;              // whose accesses are scheduling points
  base::List<ScopeModule> scope_modules;       // whose code is known,
  base::List<ScopeRange> scope_ranges;         // by module and address, apart from each other
  base::List<uint64_t> known_races;            // pairs of places, see explore/places.h
  base::List<uint64_t> known_race_executions;  // how many showed each of them
  base::List<SharedBytes> shared;              // whose accesses are, with Visible::all
  std::span<SharedBytes> shared_index;         // see explore/shared_set.h
  base::List<event::UseRecord> uses_kept;      // by any so far
  std::span<uint32_t> use_index;               // of them, by hash: a number plus one
  base::List<event::AwaitRecord> awaits;       // that any has found out
  std::span<uint32_t> await_index;             // of them, see order/awaits.h
  base::List<uint64_t> await_sites;            // addresses of code
  base::List<FindingRecord> findings;
  base::List<event::Deviation> finding_plans;
  base::List<event::Hold> finding_holds;
  base::List<NoteRecord> notes;
  base::List<SampleRecord> samples;     // see explore/samples.h
  base::List<TextRecord> uncontrolled;  // calls that heddle saw and does not control
  base::List<TextRecord> variables;     // of the environment, that the program read
  base::List<TextRecord> effects;       // calls with effects outside memory, by several threads
  base::List<TextRecord> foreign;       // files not compiled for heddle that several threads run in
  base::List<TextRecord> remarks;       // what became of the run, for the report
  base::List<TextRecord> kept_uncontrolled;
  base::List<TextRecord> kept_variables;
  base::List<TextRecord> kept_effects;
  base::List<TextRecord> kept_foreign;
  base::List<TextRecord> kept_loaded;
  base::List<TextRecord> kept_instrumented;
  Journal journal;
  std::span<StateSet::Index> state_indexes;  // see StateIndex
  StateSet states;                           // at the ends of executions
  base::Region order_memory;                 // for an order::TraceOrder, whoever needs one
  base::Region passing;                      // for a reduction, while it learns from an execution
  base::Region reduction_memory;             // for what a reduction keeps; none if there is none
  base::Region search;                       // the strategy's own

 private:
  void begin_search();

  Settings* settings_;
  Beginning* beginning_;
  Kept* kept_;
  Control* control_;
  Counters* counters_;
  Record* record_;
  Details* details_;
  Divergence* divergence_;
  uint64_t* seal_;
  uint64_t* settings_seal_;
};

// Adds `text` to a list of texts unless it is there already or there is no room.  Lists of texts
// are in no journal, and only grow: who is killed while it adds one leaves a text without a check
// behind the last one, or a whole one.
void add_text(base::List<TextRecord>& texts, const char* text);

}  // namespace heddle::explore

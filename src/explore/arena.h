// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "event/access.h"
#include "event/await.h"
#include "event/event.h"
#include "event/outcome.h"
#include "event/resource.h"
#include "explore/counters.h"
#include "explore/destroyed.h"
#include "explore/divergence.h"
#include "explore/execution.h"
#include "explore/journal.h"
#include "explore/records.h"
#include "explore/settings.h"
#include "explore/state_set.h"
#include "explore/strategy.h"
#include "order/awaits.h"
#include "order/partial_order.h"
#include "order/uses.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

// The memory of one exploration: what a search keeps, and what it is told of the execution under
// way, whatever that runs.  What only a live program has is in process/arena.h.
//
// It may be shared by processes, and a file.  Everything in it is plain data; nothing is a pointer
// or has a vtable, since these mean nothing in another process.  During an execution only its
// record is written, and only appended to; search state changes between executions, through the
// journal.
//
// It has two sides, each from page to page: that of the execution under way, and that of the
// search, which can be a file.  A search that was broken off goes on over that file, with another
// side of executions.
namespace heddle::explore {

inline constexpr uint64_t kArenaMagic = 0x68656464'6c650004ULL;

// Whether nothing more is to be found after an execution that has come to this.
[[nodiscard]] constexpr bool ends_the_search(const event::Outcome& outcome,
                                             const Settings& settings) {
  return outcome.has_finding &&
         (settings.max_findings == 1 || outcome.finding.kind == event::FindingKind::race);
}

// What is read and written by atomics at any time.
struct Control {
  std::atomic<uint64_t> guard_before;
  std::atomic<uint32_t> stop;         // somebody asks for an end
  std::atomic<uint64_t> planning;     // moves while it is worked out what to run next
  std::atomic<uint32_t> executing;    // begin() has prepared an execution that was not learned from
  std::atomic<uint32_t> uncommitted;  // executions that were learned from since the last commit
  std::atomic<uint32_t> damaged;      // the search state is not what it was left as
  std::atomic<uint32_t> looks_unseen;  // Kept::unseen, where an execution is at it
  std::atomic<uint32_t> lifetimes;     // whether Kept::destroyed has any, likewise
  std::atomic<uint32_t> runs_on;       // to its end what is covered: that costs less than ending it
  std::atomic<uint32_t> whole;         // an execution that has counted is run again, to its end
  std::atomic<int32_t> log_error;      // errno, once the log of schedules could not be written
  std::atomic<uint64_t> guard_after;
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
  uint32_t stuck_from = kNeverStuck;    // see Execution
  bool waited_for_descriptors = false;  // a thread did, and who goes on then is not known ahead
  bool awaits_lost = false;  // a reduction could not know who goes on, see explore/await_table.h
  bool pins_removed_a_choice = false;  // a thread was not left, as what it would do is pinned
  bool atomic_sections = false;        // threads were in some, and not at their first steps
  bool options_dropped = false;
  uint32_t leftovers = 0;  // kinds of Misuse that are worth a note, as bits
  uint32_t failure_stack = 0;
  bool showed_known_races = false;  // and which: see Details
  uint32_t access_count = 0;
  bool benign = false;          // the program says that a race here is none to report
  bool reuse_possible = false;  // a malloc might have got a block that was freed among threads
  bool waiting_told = false;    // arena.waiting is what its threads were about to do at its end
  bool uses_lost = false;       // its steps have used more than could be written down
  bool unseen = false;          // something was done that other code may tell without a call
  bool late_handlers = false;   // threads beside others registered exit handlers, or exited
  event::Access accesses[event::kMaxAccesses];  // that the finding is about
  Destroyed<8> destroyed;                       // for which nobody looked out

  // What fairness and pins did.
  void take(const Execution& execution) {
    fairness_removed_a_choice = execution.fairness_removed_a_choice();
    fairness_acted = execution.fairness_acted();
    were_some_idle = execution.were_some_idle();
    stuck_from = execution.stuck_from();
    pins_removed_a_choice = execution.pins_removed_a_choice();
    options_dropped = execution.options_dropped();
  }

  void clear() {
    outcome = {};
    threads = 0;
    fairness_removed_a_choice = false;
    fairness_acted = false;
    were_some_idle = false;
    stuck_from = kNeverStuck;
    waited_for_descriptors = false;
    awaits_lost = false;
    pins_removed_a_choice = false;
    atomic_sections = false;
    options_dropped = false;
    leftovers = 0;
    failure_stack = 0;
    showed_known_races = false;
    access_count = 0;
    benign = false;
    destroyed.clear();
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
  uint32_t starts = 0;        // how often the search was started over
  uint32_t starts_alone = 0;  // the same before others were given of its work
  bool shared = false;        // others were, or are at the same bound
  uint64_t giving = 0;        // the number of the handover of work that is under way; 0: none
  uint64_t handovers = 0;     // all that it was part of, see supervise/handover.h
  // What an execution had, see Record:
  bool unseen = false;         // each step may look at it
  bool late_handlers = false;  // each step of a thread that calls exit may take one
  bool no_awaits = false;      // it waits in too many states, see explore/await_table.h
  uint64_t trials = 0;         // so many were there
  Destroyed<64> destroyed;     // steps on them tell so, see runtime/lifetimes.h
};

// Whose index is which of Arena::state_indexes.
enum class StateIndex : uint32_t { ends, cached, cuts };
inline constexpr size_t kStateIndexes = 3;

// Bytes for who has more to keep in an arena than the search; see process/arena.h.
struct Room {
  size_t control = sizeof(Control);  // of a struct that begins with one
  size_t words = 0;                  // of eight bytes, beside the sizes of lists
  size_t execution = 0;              // on the side of executions
  size_t texts = 0;                  // on the side of the search, in no journal
  size_t search = 0;                 // the same, in the journal
};

// All parts of the arena, at the same places in every process.
class Arena {
 public:
  // How much to map for executions, and with it for the search; pages that are not touched cost
  // nothing.
  static size_t execution_bytes(uint32_t step_limit, size_t arena_bytes, const Room& more = {});
  static size_t bytes_wanted(uint32_t step_limit, size_t search_bytes, const Room& more = {});

  // Makes an arena in zeroed memory; or a side for executions, if the settings are of a search that
  // is there: `goes_on`.  That one is still to be looked at.
  Arena(void* memory, size_t bytes, Settings settings, bool goes_on = false, const Room& more = {});

  // Lays the parts over one that another process has made.
  explicit Arena(void* memory, const Room& more = {});

  virtual ~Arena() = default;

  // The record of an execution is empty.
  virtual void begin_execution();

  // Before a commit: writes down with the search what is known besides.
  virtual void keep() {}

  // Whether what an execution has left here can be what it wrote down.
  [[nodiscard]] virtual bool plausible() const;

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

  // Whether samples that are in no journal are as they were left; see Journal for the rest.
  [[nodiscard]] bool samples_are_whole() const;

  // The settings are final.
  void seal_settings();

  // Whether counts are what they were at the last seal().
  void seal();
  [[nodiscard]] bool intact() const;

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
  base::List<SharedBytes> newly_shared;        // found so by the execution under way
  base::List<order::Waiting> waiting;          // what its threads were about to do, for a reduction
  base::List<FairnessRecord> fairness;         // what it was like, for another one
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
  base::List<SampleRecord> samples;  // see explore/samples.h
  Journal journal;
  std::span<StateSet::Index> state_indexes;  // see StateIndex
  StateSet states;                           // at the ends of executions
  base::Region order_memory;                 // for an order::TraceOrder, whoever needs one
  base::Region passing;                      // for a reduction, while it learns from an execution
  base::Region reduction_memory;             // for what a reduction keeps; none if there is none
  base::Region search;                       // the strategy's own

 protected:
  // Where there was room for more.
  base::Region more_words_;
  base::Region more_execution_;
  base::Region more_texts_;
  base::Region more_search_;

  Settings& own_settings() { return *settings_; }

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

}  // namespace heddle::explore

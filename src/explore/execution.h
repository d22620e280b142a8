// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"
#include "base/list.h"
#include "base/own_list.h"
#include "base/region.h"
#include "event/event.h"
#include "event/outcome.h"
#include "event/schedule.h"
#include "explore/fairness.h"
#include "explore/monitor.h"
#include "explore/strategy.h"

#include <cstdint>
#include <span>

namespace heddle::explore {

using Log = base::List<event::Event>;

inline constexpr uint32_t kNeverStuck = 0xffffffff;

using event::Candidate;

// What a step came to, as a Subject reports it.
struct StepResult {
  int32_t result = 0;
  bool yielded = false;
  bool timed_out = false;
  event::Misuse misuse = event::Misuse::none;
  event::ThreadId other = event::kNoThread;
  uint32_t stack = 0;
  uint64_t value = 0;
};

// One execution from the side of the explorer: at each scheduling point it numbers
// the options, follows the plan and then the strategy, counts preemptions, keeps
// the log, and lets the monitors look on.
class Execution {
 public:
  static size_t bytes_needed();

  // Bytes in which a small execution finds all it needs; the rest is far away.
  static constexpr size_t kNearBytes = 1024;

  Execution(base::Region& near, base::Region& far, uint32_t fair_every, Strategy& strategy,
            const Plan& plan, Log& log, std::span<Monitor* const> monitors);

  // Some thread is idle from now on: its candidates may say so.
  //
  // A loop that waits is idle when it has gone round once, reading what it had read and changing
  // nothing, and would again.  Whatever comes after such a round comes without it, with no more
  // preemptions: leaving the thread was free all through it.  So who is idle waits until it
  // is not, as long as there are others.
  void some_are_idle() {
    some_are_idle_ = true;
    asks_about_loops_ = true;
    alike_.thread = event::kNoThread;
  }

  // Some thread may be held back from now on: its candidates say so.  Who waits for a variable in a
  // loop and would come back to where it is cannot go on until the variable has changed, as if it
  // waited for a lock.  Where it is not known whether it would, that is tried, and nobody else goes
  // on until it is known.  See explore/await_table.h.
  void some_wait_in_loops() {
    some_wait_ = true;
    asks_about_loops_ = true;
    alike_.thread = event::kNoThread;
  }

  // Who goes on?  Candidates come in the order of their threads.  Without any, or
  // when this execution is not to go on, the answer is false and outcome() says
  // why; the subject then stops.
  //   same: they are those of the last call, where they were, and who has done a step since would
  //       do another one now; it can, and could, go on in one way, and not by time.
  bool next(std::span<const Candidate> candidates, event::Choice& choice, bool same = false);

  // The same at less cost, if they are the same in that sense: true if that thread goes on.  If
  // not, nothing has happened.
  bool goes_on();

  // What is covered is run to its end nevertheless, and then counts as cut short: where that costs
  // less than getting back to the start from the middle.
  void runs_on_when_covered() { runs_on_ = true; }

  // The step chosen last is one of a thread that pauses over and over in the same way, see
  // Fairness; to be told before it is done.
  void comes_back() {
    step_->came_back = true;
    fairness_.comes_back();
  }

  // The step chosen last has been done.  False if it was the end: outcome().
  [[gnu::always_inline]] bool done(const StepResult& result) {
    event::Event& event = *step_;
    event.result = result.result;
    event.yielded = result.yielded;
    event.misuse = result.misuse;
    event.stack = result.stack;
    event.value = result.value;
    if (result.other != event::kNoThread) {
      event.other = result.other;
    }
    if (result.timed_out) [[unlikely]] {
      event.timed_out = true;  // which shares its byte with others
    }
    last_ = event.thread;
    last_kind_ = event.kind;
    last_yielded_ = result.yielded;
    fairness_.stepped(last_, last_yielded_);
    const bool silent = position() <= monitors_listen_from_ && result.misuse == event::Misuse::none;
    return silent || ask_monitors(event);
  }

  // The subject's process ends with that status.
  void exit(int32_t status);

  // An assumption of the program does not hold: the execution ends there, and is not
  // one of those that count.
  void drop();

  // Ends it with a finding that the subject saw itself.
  void fail(const event::Finding& finding);

  [[nodiscard]] const event::Outcome& outcome() const { return outcome_; }
  [[nodiscard]] uint32_t position() const { return position_; }
  // From where on all is known, if it goes on nevertheless, and its log ends there unless it fails;
  // else the largest number.
  [[nodiscard]] uint32_t covered_from() const { return covered_from_; }
  // Fairness, or that a thread is idle.
  [[nodiscard]] bool fairness_removed_a_choice() const { return fairness_removed_; }
  // It was fairness, by a thread that has yielded often enough; so it would be other ones if
  // fairness acted more or less often.
  [[nodiscard]] bool fairness_acted() const { return fairness_acted_; }
  // Somebody was passed over, being idle.
  [[nodiscard]] bool were_some_idle() const { return idle_acted_; }
  // Candidates are to say whether they are idle, or held back.
  [[nodiscard]] bool asks_about_loops() const { return asks_about_loops_; }
  // From where on all that could go on would come back to where they are, for ever; they go on
  // nevertheless, and nobody is held back.  Else kNeverStuck.
  [[nodiscard]] uint32_t stuck_from() const { return stuck_from_; }
  // Whether the step chosen last is the first one there, or beyond what is known.
  [[nodiscard]] bool is_turning_point() const { return turned_at_ + 1 == position_; }
  // A thread could not be left somewhere, since what it would do is pinned.
  [[nodiscard]] bool pins_removed_a_choice() const { return pins_removed_; }
  // There were more options somewhere than can be numbered.
  [[nodiscard]] bool options_dropped() const { return options_dropped_; }
  // A point was not as the plan says.  The execution has gone on by the default schedule.
  [[nodiscard]] bool has_diverged() const { return has_diverged_; }

 private:
  static constexpr size_t kMaxOptions = 60000;
  static constexpr uint32_t kNoPosition = 0xffffffff;
  static constexpr size_t kFewOptions = 10;
  static_assert(kFewOptions * sizeof(event::Option) + 64 <= kNearBytes);

  using Candidates = std::span<const Candidate>;

  // The options of a scheduling point, numbered but not written down.  It is never copied: its
  // parts were just written one by one, and a processor stalls when it reads several at once.
  struct Point {
    const Candidate* last;   // the thread that ran last, if it can go on
    const Candidate* first;  // whose option 0 is
    uint16_t options;
    uint16_t own;
  };

  // What is to be known of a point if the next one is the same but for what the thread that ran
  // last would do: its hash is then before * the last one + own * what_is_hashed() + others.  Only
  // if nothing holds threads back that can go on.
  struct Alike {
    event::ThreadId thread = event::kNoThread;  // that ran last; if none, nothing is known
    uint64_t before;
    uint64_t own;
    uint64_t others;
  };

  [[gnu::noinline]] Candidates busy_ones(Candidates candidates);
  [[gnu::noinline]] Candidates those_not_held(Candidates candidates);
  [[gnu::noinline]] Candidates fair_ones(Candidates candidates);
  bool look_anew(Candidates& candidates);
  [[gnu::noinline]] bool leave_some_out(Candidates& candidates);
  void look_at(Candidates candidates, bool is_usual);
  [[nodiscard]] bool is_alike() const {
    if (last_ != alike_.thread) [[unlikely]] {
      return false;
    }
    return !last_yielded_ && !point_.last->operation->pinned;
  }
  void look_at_own();
  [[nodiscard, gnu::noinline]] const Candidate* default_of(Candidates candidates) const;
  template <typename Take>
  void in_order(Candidates candidates, Take take) const;
  [[nodiscard]] const Candidate& candidate_of(Candidates candidates, uint32_t option,
                                              uint32_t& alternative) const;
  [[nodiscard]] static uint64_t what_is_hashed(const Candidate& candidate);
  [[nodiscard]] uint32_t fingerprint() const { return static_cast<uint32_t>(base::mix(hash_)); }
  bool is_covered(Candidates candidates);
  [[gnu::noinline]] bool next_by_decision(Candidates candidates, event::Choice& choice);
  bool decide(Candidates candidates, uint32_t& option);
  void append(uint32_t option, const Candidate& chosen, uint32_t alternative);
  void write_down(Candidates candidates);
  [[nodiscard]] bool plan_agrees(const event::Deviation& deviation) const;
  void look_ahead();
  [[gnu::noinline, gnu::cold]] void give_up_the_plan();
  // Whether a thread may have come to wait for another one by the last step.
  [[nodiscard]] bool may_block(Candidates candidates) const;
  [[gnu::noinline]] bool ask_about_block();
  [[gnu::noinline]] bool stand_still();
  [[gnu::noinline]] bool ask_monitors(const event::Event& event);
  bool end(event::Ending ending);

  Strategy* strategy_;
  const Plan* plan_;
  Log* log_;
  event::Event* step_ = nullptr;  // the last one in it
  uint32_t position_ = 0;         // of the next one
  std::span<Monitor* const> monitors_;
  Fairness fairness_;
  base::OwnList<event::Option> options_;  // as the strategy is shown them
  base::List<Candidate> left_;            // by those who hold others back
  const Asks asks_;
  bool takes_the_default_;      // where the plan says nothing
  uint32_t default_until_ = 0;  // the position of the next decision
  uint32_t monitors_listen_from_ = Monitor::kNever;
  std::span<Monitor* const> block_monitors_;  // those that ask about blocks, perhaps more
  size_t deviation_ = 0;                      // of the plan, the next one
  Prunes* const pruning_;                     // null if the strategy knows of no execution
  bool prunes_;                               // it may know of this one
  bool runs_on_ = false;                      // where it does
  uint32_t covered_from_ = kNoPosition;       // all beyond is known, and is run nevertheless
  event::ThreadId last_ = event::kNoThread;
  event::OpKind last_kind_ = event::OpKind::yield;  // of its operation
  bool last_yielded_ = false;
  bool some_are_idle_ = false;
  bool idle_acted_ = false;
  bool some_wait_ = false;
  bool asks_about_loops_ = false;  // one of them
  bool tried_ = false;
  uint32_t stuck_from_ = kNeverStuck;
  size_t turned_at_ = SIZE_MAX;  // the later one of stuck_from_ and covered_from_
  bool fairness_removed_ = false;
  bool pins_removed_ = false;
  bool fairness_acted_ = false;
  bool options_dropped_ = false;
  bool has_diverged_ = false;
  uint64_t hash_ = 0;  // of all points so far
  Point point_;        // under way
  Alike alike_;
  event::Outcome outcome_;
};

}  // namespace heddle::explore

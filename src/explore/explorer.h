// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "explore/execution.h"
#include "explore/runner.h"
#include "explore/strategy.h"
#include "explore/subject.h"

#include <span>

namespace heddle::explore {

// Hears of every execution that was done, after it was counted.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void execution_done(std::span<const event::Event> log, uint32_t preemptions) = 0;
  // What was done since the last of these two counts, or does not.  committed() returns 0, or the
  // errno of what it could not do.
  virtual int committed() { return 0; }
  virtual void rolled_back() {}
  // Nothing that was done counts.
  virtual void started_over() {}
};

// The loop: lay down an execution, have it run, learn from it, until the strategy
// has nothing left or a limit is reached.  Counts and findings are kept in the
// arena as it goes, so that they outlive this process.
//
// Invariant: search state changes only in end() and begin(), after Journal::save; so a process may
// die at any moment, and what it had not committed is run again.
//
// explore() is the loop, for models and for live programs, whose Runners know where an execution
// runs.  Whatever was done since the last commit is undone by rollback(), in this process or
// another.
class Explorer {
 public:
  Explorer(Arena& arena, Strategy& strategy, Listener* listener = nullptr)
      : arena_(arena),
        strategy_(strategy),
        reduces_(strategy.reduces()),
        learns_anew_(strategy.learns_anew()),
        listener_(listener) {}

  // Lays down executions, has them run and learns from them, until there is none left or the runner
  // says that it is over.  What is left to commit is the caller's.
  void explore(Runner& runner);

  // The same for one; false if it was the end.
  [[nodiscard]] bool explore_one(Runner& runner);

  // The same for one that is prepared.
  bool run_prepared(Runner& runner);

  // Runs all of a subject in this process, and commits it.  `scratch` is memory for the side of the
  // execution.
  void explore(Subject& subject, base::Region scratch, std::span<Monitor* const> monitors);

  // The parts of the loop.

  // Prepares the next execution in the arena; false when there is none to do, which is
  // to be committed as well.
  [[nodiscard]] bool begin();

  // The execution prepared last is to be run again, as if it had not been; or one that does not
  // count is to be run.
  void restart();

  // The execution prepared last has ended that way, but not as its schedule says, and the schedule
  // is worth another try: put the program back, and either restart() or rollback().  To be asked
  // before end().
  [[nodiscard]] bool try_again(const event::Outcome& outcome) {
    const bool as_planned = !diverged(outcome);
    if (!as_planned && goes_by_awaits()) {
      return false;  // end() begins anew
    }
    return as_planned && arena_.divergence().attempts == 0 ? false : compare(as_planned);
  }

  // Whether the execution prepared last has ended that way, but not as its schedule says.
  [[nodiscard]] bool diverged(const event::Outcome& outcome) const;

  // The execution prepared last has ended that way.
  void end(const event::Outcome& outcome);

  // Something was found outside of the executions that are counted.
  void add_finding(const event::Finding& finding);

  void commit();
  void rollback();

  // Forgets everything but which bytes are shared, and begins anew.
  void start_over();

  // Threads that wait in loops are not in the same states each time, as something is on their
  // stacks that no execution has put there: begins anew, and looks at these loops no more.  False
  // if it did not do so anyway.
  [[nodiscard]] bool gives_up_awaits();

  // Whether the execution that has just been run touched memory from more threads than
  // any before it.  If so, end() starts the search over, with more scheduling points;
  // the driver may want to see first that it began as it should.
  [[nodiscard]] bool would_grow() const;
  [[nodiscard]] bool has_unseen_use() const;
  [[nodiscard]] bool has_unseen_loop() const;

 private:
  void undo_uncommitted();
  [[nodiscard]] bool goes_by_awaits() const;
  [[nodiscard]] bool limit_reached();
  [[nodiscard]] bool enough_found();
  [[nodiscard]] FindingRecord& worst_finding();
  [[nodiscard]] bool is_the_last() const;
  [[nodiscard]] bool ends_by_fairness(bool acted) const;
  [[nodiscard]] bool cannot_reduce(const event::Outcome& outcome) const {
    return reduces_ != nullptr && reduces_->cannot_reduce(outcome);
  }
  [[nodiscard]] bool knew_too_little(const event::Outcome& outcome) const {
    return learns_anew_ != nullptr && learns_anew_->knew_too_little(outcome);
  }
  [[nodiscard]] bool begins_anew(const event::Outcome& outcome);
  [[gnu::noinline, gnu::cold]] void grow();
  [[gnu::noinline, gnu::cold]] void look_out_for_uses();
  [[gnu::noinline, gnu::cold]] void look_at_loops();
  [[gnu::noinline, gnu::cold]] void keep_trial();
  [[gnu::noinline, gnu::cold]] void stop_reducing();
  [[gnu::noinline, gnu::cold]] void leave_to_others();
  [[gnu::noinline, gnu::cold]] void learn_more(const event::Outcome& outcome);
  [[nodiscard]] Counters what_stays() const;
  void forget();
  void begin_from(const Counters& fresh);
  [[gnu::noinline, gnu::cold]] bool compare(bool as_planned);
  [[gnu::noinline, gnu::cold]] void count_diverged(const event::Outcome& outcome);
  [[gnu::noinline, gnu::cold]] void count_followed();
  [[nodiscard, gnu::noinline, gnu::cold]] bool must_learn_anew(const event::Outcome& outcome) const;
  [[gnu::noinline, gnu::cold]] void learn_anew();
  void count(const event::Outcome& outcome);
  [[gnu::noinline, gnu::cold]] void count_unseen(const event::Outcome& outcome,
                                                 uint32_t preemptions);
  [[gnu::noinline]] void measure(std::span<const event::Event> log);
  void count_state(uint32_t preemptions);
  void note_choices_left_out();
  [[nodiscard]] static bool is_cut_short(const event::Finding& finding);
  [[gnu::noinline]] void keep_finding(const event::Finding& finding);
  void keep_execution(FindingRecord& record);
  void keep_notes(uint32_t kinds);
  void count_known_races();

  Arena& arena_;
  Strategy& strategy_;
  Reduces* const reduces_;
  LearnsAnew* const learns_anew_;
  Listener* listener_;
};

[[nodiscard]] uint32_t preemptions_in(std::span<const event::Event> log);

}  // namespace heddle::explore

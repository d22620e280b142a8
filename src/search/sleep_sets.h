// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/trace_search.h"

#include <cstdint>

namespace heddle::search {

// Depth-first search with sleep sets (Godefroid, "Partial-Order Methods for the Verification of
// Concurrent Systems", 1996).  A step that was explored sleeps from then on, where it was done and
// below, until one is done that it depends on: nothing new comes of it.  An execution in which all
// who can go on sleep is cut short.
//
// What else is tried where a step was done is up to those who derive from it.
class SleepSets : public TraceSearch {
 public:
  SleepSets(explore::Arena& arena, base::Region lasting, base::Region& passing, size_t most_steps);

  bool begin_execution(explore::Plan& plan) override;
  [[nodiscard]] explore::Asks start_execution() override;
  uint32_t choose(const event::SchedulePoint& point) override;
  [[nodiscard]] bool goes_on_by_default() const override { return asleep_.empty(); }
  void follow() override;
  bool all_sleep(std::span<const event::Event> log,
                 std::span<const event::Candidate> candidates) override;

 protected:
  // Puts into the tree what else is to be tried.  The steps before `fresh` were done before.
  virtual void plan_others(std::span<const event::Event> log, size_t fresh,
                           const event::Outcome& outcome) = 0;

  // Whether all who could go on were asleep at its end.
  [[nodiscard]] static bool is_cut_short(const event::Outcome& outcome);
  [[nodiscard]] bool sleeps_at(size_t step, event::ThreadId thread, uint32_t alternative) const;
  // Another step in the place of this one.
  void add_instead_of(size_t step, const order::Mark& mark);

 private:
  void learn(std::span<const event::Event> log, const event::Outcome& outcome) final;
  [[nodiscard]] order::Mark mark_done(size_t step) const final;
  [[nodiscard]] std::span<const Sleeper> sleepers_at_end() const;
  [[nodiscard]] bool is_asleep(event::ThreadId thread, uint32_t alternative) const;
  void wake(std::span<const event::Event> log);

  base::List<uint32_t> asleep_;  // nodes that sleep in the execution under way,
  size_t followed_ = 0;          // after so many steps
  std::span<const event::Event> log_;
  bool final_ = false;  // its last step has ended it for all threads
};

// Every schedule, but for what sleeps.
class SleepSearch final : public SleepSets {
 public:
  SleepSearch(explore::Arena& arena, base::Region lasting, base::Region passing, size_t most_steps)
      : SleepSets(arena, lasting, passing, most_steps) {}

 private:
  void plan_others(std::span<const event::Event> log, size_t fresh,
                   const event::Outcome& outcome) override;
  [[nodiscard]] size_t left_at(std::span<const event::Event> log, size_t step) const;
};

}  // namespace heddle::search

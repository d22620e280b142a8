// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "explore/arena.h"
#include "explore/strategy.h"
#include "search/dice.h"

#include <cstdint>

namespace heddle::search {

// What strategies that take samples have in common: each execution is drawn by itself, and
// whatever their number, nothing is known of the rest.
//
// At every scheduling point the thread of the highest priority goes on; what priorities are
// is what the strategies differ in.  Where its operation has several outcomes, they are
// equally likely.  With a bound, a thread is preempted only while the bound lasts.
class Sampling : public explore::PlainStrategy {
 public:
  bool begin_execution(explore::Plan& plan) final;
  [[nodiscard]] explore::Asks start_execution() final;
  uint32_t choose(const event::SchedulePoint& point) final;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) final;
  [[nodiscard]] explore::Coverage coverage() const final;
  void start_over() final;

 protected:
  // Starts over zeroed memory, or goes on over what another process left there.
  Sampling(base::Region region, explore::Journal& journal, const explore::Settings& settings);

  // Of a thread that can go on.
  [[nodiscard]] virtual uint64_t priority(event::ThreadId thread,
                                          const event::SchedulePoint& point) const = 0;

  // An execution starts: members that belong to one are to begin anew.
  virtual void begin() {}

  // A step was done, at that position; `now` is where the next choice is.
  virtual void step_done(uint32_t /*position*/, const event::SchedulePoint& /*now*/) {}

  // Of the execution under way.
  [[nodiscard]] const Dice& dice() const { return dice_; }

  // Of the longest execution before this one; 0 in the first.
  [[nodiscard]] uint32_t longest() const { return state_.longest; }

 private:
  struct State {
    uint64_t epoch = 0;      // of the journal, when it was saved
    uint64_t execution = 0;  // the number of the one under way, from 1
    uint32_t longest = 0;
    bool begun = false;
    uint32_t seal = 0;
  };

  void catch_up(const event::SchedulePoint& point);

  explore::Journal& journal_;
  State& state_;
  const uint64_t seed_;
  const uint64_t max_executions_;  // 0: no limit
  const uint32_t max_preemptions_;
  // Of the execution under way, in the process that runs it.
  Dice dice_;
  uint32_t seen_ = 0;  // steps
  uint32_t preemptions_ = 0;
};

}  // namespace heddle::search

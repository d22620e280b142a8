// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/strategy.h"
#include "search/seal.h"
#include "search/work_items.h"

#include <span>

namespace heddle::search {

// What is kept of every search that goes by work items.
struct ItemProgress {
  bool begun = false;
  bool overflowed = false;
  bool beyond = false;  // work above the highest bound was left alone
  WorkItems::ItemId running = WorkItems::kNone;
};

// What searches have in common that run each execution for a work item, and learn from it what else
// is to be done.  Which item comes next, and where new ones wait, is up to those who derive from
// it.
//
// `State` is what they keep: plain data with an `epoch`, a `progress` and, at its end, a `seal`.
template <typename State>
class ItemSearch : public explore::PlainStrategy, public explore::GrowsMemory {
 public:
  bool begin_execution(explore::Plan& plan) final {
    if (!is_sealed(state_)) {
      return false;
    }
    journal_.save_once(state_);
    const bool first = !state_.progress.begun;
    state_.progress.begun = true;
    state_.progress.running = first ? items_.make_root() : next_item();
    put_seal(state_);
    if (running() == WorkItems::kNone) {
      return false;
    }
    items_.lay_down(running(), plan);
    if (!items_.intact()) {
      return false;
    }
    if (!first) {
      lay_down_last(plan);
    }
    return true;
  }

  [[nodiscard]] explore::Asks start_execution() override { return explore::Asks::where_planned; }

  // The first option goes on with the running thread where that is possible.
  uint32_t choose(const event::SchedulePoint& /*point*/) override { return 0; }

  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override {
    journal_.save_once(state_);
    // What a diverged execution has met need not be there another time.
    if (outcome.ending != event::Ending::diverged) {
      learn(log);
    }
    items_.release(running());
    state_.progress.running = WorkItems::kNone;
    put_seal(state_);
  }

  [[nodiscard]] explore::GrowsMemory* grows_memory() final { return this; }
  [[nodiscard]] explore::GrowingMemory growing_memory() final { return {items_.memory()}; }

 protected:
  // Where all that lasts lies: the state, what derived classes keep beside it, and the items.
  template <typename Beside>
  struct MemoryOf {
    State& state;
    Beside beside;
    base::Region rest;

    template <typename Take>
    MemoryOf(base::Region region, Take take)
        : state(region.take_one<State>()), beside(take(region)), rest(region) {}
  };

  // Over zeroed memory, or over what another process left there.  Every change goes through the
  // journal.
  ItemSearch(State& state, base::Region items, explore::Journal& journal, const State& first)
      : journal_(journal), state_(state), items_(items, journal) {
    if (!state_.progress.begun) {
      journal_.save(state_);
      state_ = first;
      put_seal(state_);
    }
  }

  // Takes it out of where it waits; kNone if there is none.
  [[nodiscard]] virtual WorkItems::ItemId next_item() = 0;

  // Pushes what the execution leads to.
  virtual void learn(std::span<const event::Event> log) = 0;

  // A last word about the plan of the item that runs now.
  virtual void lay_down_last(explore::Plan& /*plan*/) {}

  void start_over_with(const State& first) {
    journal_.save_once(state_);
    const uint64_t epoch = state_.epoch;
    state_ = first;
    state_.epoch = epoch;
    put_seal(state_);
    items_.clear();
  }

  // Tells `take` of each alternative that nobody else has met.
  template <typename Take>
  void for_each_fresh_alternative(std::span<const event::Event> log, Take take) const {
    for_each_alternative(log, items_.fresh_from(running()), items_.preemptions(running()), take);
  }

  [[nodiscard]] WorkItems::ItemId running() const { return state_.progress.running; }

  // Nothing runs, nor was lost.
  [[nodiscard]] bool is_between() const {
    return state_.progress.begun && running() == WorkItems::kNone && !state_.progress.overflowed;
  }

  explore::Journal& journal_;
  State& state_;
  WorkItems items_;
};

// What is told of a bound that is completed.
[[nodiscard]] constexpr int32_t as_completed(uint32_t bound) {
  return bound > INT32_MAX ? INT32_MAX : static_cast<int32_t>(bound);
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
// Musuvathi and Qadeer's search by preemptions ("Iterative Context Bounding for Systematic Testing
// of Multithreaded Programs", PLDI 2007), of which only those executions are run that are new up to
// the order of independent steps.
//
// Take a schedule with at most so many preemptions, and its longest prefix that is a cut of some
// execution that was run.  The walk through the cuts of that execution comes to it, with no more
// preemptions than the schedule has, and finds the step that follows it there.  So unless that is
// in another execution, one is run that begins so.
#include "search/bounded_reduction.h"

#include "explore/await_table.h"
#include "search/seal.h"

#include <algorithm>

namespace heddle::search {

using event::Event;

namespace {

constexpr size_t kShare = 3;  // of the memory that lasts, one part

// When everything is taken to be used by everybody, so that nothing more can be learned of that.
constexpr uint32_t kMostBeginnings = 12;
constexpr uint64_t kMostForgotten = 2000;

base::Region part_of(base::Region& region, size_t bytes) {
  const std::span<std::byte> part = region.take<std::byte>(bytes);
  return {part.data(), part.size()};
}

}  // namespace

BoundedReduction::BoundedReduction(explore::Arena& arena, base::Region lasting,
                                   base::Region passing, size_t most_steps,
                                   uint32_t max_preemptions)
    : arena_(arena),
      max_preemptions_(max_preemptions),
      state_(lasting.take_one<State>()),
      users_(lasting, arena.journal, arena.uses()),
      index_(lasting, arena.journal),
      states_(part_of(lasting, lasting.left() / kShare), arena.journal,
              arena.state_indexes[static_cast<size_t>(explore::StateIndex::cuts)]),
      targets_(lasting, lasting.left() / kShare / sizeof(Target)),
      items_(lasting, arena.journal),
      wanted_(passing, most_steps),
      wanted_last_(passing, most_steps),
      prints_last_(passing, most_steps),
      path_(passing, most_steps),
      cut_(passing.take<uint32_t>(event::kMaxThreads)),
      order_(passing, most_steps, arena.uses(), arena.awaited()),
      walk_(passing, most_steps) {
  if (state_.seal == 0) {
    arena.journal.save(state_);
    state_ = State{};
    put_seal(state_);
  }
}

bool BoundedReduction::begin_execution(explore::Plan& plan) {
  if (!is_sealed(state_)) {
    return false;
  }
  arena_.journal.save_once(state_);
  plan.clear();
  wanted_.clear();
  if (!state_.begun) {
    state_.begun = true;
    state_.root = items_.make_root();
    state_.running = state_.root;
    put_seal(state_);
    return true;
  }
  state_.running = next_item();
  put_seal(state_);
  if (state_.running == WorkItems::kNone) {
    return false;
  }
  items_.lay_down(state_.running, plan);
  for (event::Deviation& step : plan) {
    wanted_.push_back({step.position, step.option, step.options});
    step = {.position = step.position, .option = event::kAskStrategy};
  }
  return items_.intact();
}

// One with the fewest preemptions, for a cut that is still in no execution.
BoundedReduction::ItemId BoundedReduction::next_item() {
  for (uint32_t preemptions = 0; preemptions <= max_preemptions_; ++preemptions) {
    WorkItems::Stack& stack = state_.waiting[preemptions];
    while (stack.size > 0) {
      const ItemId item = items_.pop(stack);
      if (item == WorkItems::kNone) {
        return item;
      }
      state_.bound = preemptions;
      index_.remove(targets_[item].step, item);
      if (states_.find(targets_[item].state) == waits(preemptions)) {
        return item;
      }
      items_.release(item);
    }
  }
  return WorkItems::kNone;
}

// If the step cannot be done now, is_covered() tells.
uint32_t BoundedReduction::choose(const event::SchedulePoint& point) {
  const auto is_here = [&](const Wanted& wanted) { return wanted.position == point.position; };
  const Wanted* const wanted = std::find_if(wanted_.begin(), wanted_.end(), is_here);
  for (size_t i = 0; wanted != wanted_.end() && i < point.options.size(); ++i) {
    const event::Choice& choice = point.options[i].choice;
    if (event::index(choice.thread) == wanted->thread &&
        choice.alternative == wanted->alternative) {
      return static_cast<uint32_t>(i);
    }
  }
  return 0;
}

// Where it could not be done as wanted.
bool BoundedReduction::is_covered(std::span<const Event> log, uint64_t fairness) {
  return fairness == 0 && log.size() == wanted_.back().position + 1 &&
         first_difference(log) < wanted_.size();
}

size_t BoundedReduction::first_difference(std::span<const Event> log) const {
  size_t i = 0;
  while (i < wanted_.size() && wanted_[i].position < log.size()) {
    const Event& step = log[wanted_[i].position];
    if (event::index(step.thread) != wanted_[i].thread ||
        step.alternative != wanted_[i].alternative) {
      return i;
    }
    ++i;
  }
  return i;
}

// All that comes before the last step was done before in other orders.  If it cannot be done in
// this one, or takes another number of preemptions, we know too little of the program.
bool BoundedReduction::cannot_reduce() const {
  if (state_.too_much || !went_as_last(common_with_last())) {
    return true;
  }
  if (wanted_.empty() || state_.running == WorkItems::kNone) {
    return false;
  }
  const size_t difference = first_difference(arena_.log.items());
  if (difference < wanted_.size()) {
    const auto thread = static_cast<event::ThreadId>(wanted_[difference].thread);
    arena_.record().awaits_lost |= explore::waits_in_loop(arena_, thread);
    return difference + 1 < wanted_.size() || arena_.record().awaits_lost;
  }
  uint32_t preemptions = 0;
  for (size_t i = 0; i <= wanted_[wanted_.size() - 1].position; ++i) {
    preemptions += arena_.log[i].preemption ? 1 : 0;
  }
  return preemptions != items_.preemptions(state_.running);
}

Users::Execution BoundedReduction::last_execution(const event::Outcome& outcome) const {
  return {arena_.log.items(), arena_.waiting.items(), event::ends_all_threads(outcome)};
}

// That a thread may end the process makes a difference to what others have done by then, and none
// to what it finds, nor to the preemptions that this takes.  So it need not be known if that ends
// the search.
bool BoundedReduction::knew_too_little(const event::Outcome& outcome) const {
  Users::Execution execution = last_execution(outcome);
  execution.final &= !explore::ends_the_search(outcome, arena_.settings());
  return state_.running != state_.root && !users_.knows(execution, common_with_last());
}

// Goes by the executions that were done, not by those that were committed: how many of them there
// are to a commit depends on who was killed when.
void BoundedReduction::learn_more(const event::Outcome& outcome, uint64_t executions) {
  arena_.journal.save_once(state_);
  users_.add(last_execution(outcome));
  if (++state_.beginnings > kMostBeginnings || executions > kMostForgotten) {
    users_.add_all();
  }
  put_seal(state_);
}

void BoundedReduction::begin_again(const event::Outcome& outcome) {
  learn_more(outcome, state_.executions + 1);
  start_over();
}

void BoundedReduction::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  arena_.journal.save_once(state_);
  if (outcome.ending != event::Ending::diverged && first_difference(log) == wanted_.size()) {
    learn(log, outcome);
  }
  if (state_.running != state_.root) {
    items_.release(state_.running);
  }
  state_.running = WorkItems::kNone;
  put_seal(state_);
}

void BoundedReduction::learn(std::span<const Event> log, const event::Outcome& outcome) {
  if (state_.running == state_.root) {
    users_.add(last_execution(outcome));
  }
  const uint32_t known = common_with_last();
  if (!order_.follow(log, known, event::ends_all_threads(outcome), state_.executions) ||
      !walk_.begin(*order_, arena_.waiting.items(), users_, known, state_.beyond)) {
    state_.overflowed = true;
    return;
  }
  // Where a step has not come to what was expected, all may be new.
  const bool anew = state_.running == state_.root || !start_from(state_.running);
  if (anew) {
    walk_.start();
  } else {
    start_from_items();
  }
  state_.steps += log.size();
  const explore::PlanningLimits& limits = arena_.settings().planning;
  const uint64_t allowed = limits.besides + limits.per_step * state_.steps;
  const bool all = walk_.go(
      max_preemptions_, allowed - std::min(allowed, state_.planned),
      [&](const CutWalk::Turn& turn) {
        if (is_wanted(turn)) {
          push(item_of(turn.after), turn);
        }
      },
      [&](const order::Fingerprint& state, uint32_t preemptions) {
        arena_.plans();
        const bool is_new = states_.add(state, gone_through(preemptions));
        return anew ? walk_.is_new(state, preemptions) : is_new;
      });
  state_.planned += walk_.work();
  state_.too_much |= !all;
  state_.beyond |= walk_.is_cut_off();
  state_.overflowed |= states_.overflowed();
  for (const CutWalk::Node& node : walk_.nodes()) {
    if (node.chosen && node.item != CutWalk::kNone) {
      items_.release(node.item);
    }
  }
  wanted_last_.clear();
  for (const Wanted& wanted : wanted_) {
    wanted_last_.push_back(wanted);
  }
  prints_last_.set_size(std::min(prints_last_.size(), size_t{known}));
  for (size_t i = prints_last_.size(); i < log.size(); ++i) {
    prints_last_.push_back(log[i].fingerprint);
  }
  order_.keep(arena_, ++state_.executions);
}

// If not, the program is not the same each time.
bool BoundedReduction::went_as_last(uint32_t steps) const {
  return steps == 0 || (steps <= prints_last_.size() && steps <= arena_.log.size() &&
                        prints_last_[steps - 1] == arena_.log[steps - 1].fingerprint);
}

// So many steps are those of the execution that was learned from last, since up to there the same
// was wanted.  The last one of that may have been final, so it is not one of them.
uint32_t BoundedReduction::common_with_last() const {
  if (!order_.is_of(state_.executions)) {
    return 0;
  }
  size_t same = 0;
  const size_t both = std::min(wanted_.size(), wanted_last_.size());
  while (same < both && wanted_[same].position == wanted_last_[same].position &&
         wanted_[same].thread == wanted_last_[same].thread &&
         wanted_[same].alternative == wanted_last_[same].alternative) {
    ++same;
  }
  size_t steps = std::min(order_->size(), arena_.log.size());
  steps = steps == 0 ? 0 : steps - 1;
  for (const base::List<Wanted>* list : {&wanted_, &wanted_last_}) {
    if (same < list->size()) {
      steps = std::min<size_t>(steps, (*list)[same].position);
    }
  }
  return static_cast<uint32_t>(steps);
}

explore::Coverage BoundedReduction::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  uint32_t bound = 0;  // the lowest that has work
  while (bound <= max_preemptions_ && state_.waiting[bound].size == 0) {
    ++bound;
  }
  const bool running = !state_.begun || state_.running != WorkItems::kNone;
  const bool is_done = bound > max_preemptions_ && !running;
  if (running) {
    bound = std::min(bound, state_.bound);
  }
  return {.completed_bound = state_.overflowed ? -1 : static_cast<int32_t>(bound) - 1,
          .exhausted = is_done && !state_.overflowed && !state_.beyond,
          .overflowed = state_.overflowed || state_.too_much,
          .damaged = !items_.intact(),
          .waiting = waiting(),
          .waiting_now = bound > max_preemptions_ ? 0 : state_.waiting[bound].size};
}

void BoundedReduction::start_over() {
  arena_.journal.save_once(state_);
  const State before = state_;
  state_ = State{};
  state_.epoch = before.epoch;
  state_.beginnings = before.beginnings;
  put_seal(state_);
  items_.clear();
  states_.clear();
  index_.clear();
}

}  // namespace heddle::search

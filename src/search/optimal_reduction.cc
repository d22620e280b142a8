// SPDX-License-Identifier: Apache-2.0
// After each execution every race in it is turned round: the second step of the race is to be done
// before the first, after all that does not depend on that one.  This sequence of steps is put
// into the tree at the place of the first step, unless it is there already, or begins with a step
// after which everything was explored (it sleeps).  Executions follow the tree in order, and
// where it ends, they go on by default.
//
// Sequences are compared up to the order of independent steps, so that each trace is reached once:
// whatever sleeps where a sequence begins is woken by a step of it.
//
// An operation may come to several outcomes.  They are traces of their own, explored one after the
// other, before whatever else is at their place in the tree: what sleeps must have been explored
// with all of them.
#include "search/optimal_reduction.h"

#include "search/seal.h"

#include <algorithm>

namespace heddle::search {

using event::Event;
using order::Mark;

namespace {

constexpr size_t kMostSleepers = size_t{1} << 22;

bool is_step(const Mark& mark, const Event& step) {
  return mark.thread == step.thread && mark.alternative == step.alternative;
}

}  // namespace

OptimalReduction::OptimalReduction(explore::Arena& arena, base::Region lasting,
                                   base::Region passing, size_t most_steps)
    : arena_(arena),
      state_(lasting.take_one<State>()),
      tree_(lasting, arena.journal),
      path_(passing, most_steps),
      sleep_from_(passing, most_steps + 1),
      sleepers_(passing, kMostSleepers),
      again_(passing, most_steps + 1),
      turned_(passing, most_steps + 2),
      path_after_(passing.take_one<uint64_t>()),
      whole_(passing.take_one<uint64_t>()),
      order_memory_(passing),
      most_steps_(most_steps),
      order_(passing, most_steps) {
  if (!state_.begun) {
    state_ = State{};
    put_seal(state_);
  }
}

bool OptimalReduction::begin_execution(explore::Plan& plan) {
  if (!is_sealed(state_)) {
    return false;
  }
  arena_.journal.save_once(state_);
  plan.clear();
  find_path();
  for (size_t i = 0; i < path_.size() && tree_.is_sound(path_[i]); ++i) {
    const TraceTree::Node& node = tree_[path_[i]];
    const auto position = static_cast<uint32_t>(i);
    if (!node.executed) {
      plan.push_back({.position = position, .option = event::kAskStrategy});
    } else if (node.option != 0) {
      plan.push_back({position, node.option, node.options, node.fingerprint});
    }
  }
  const bool more = !state_.begun || !path_.empty();
  state_.begun = true;
  state_.running = more && tree_.intact();
  put_seal(state_);
  return state_.running;
}

// To the first execution that waits: on from where go_back() went, unless others have been there.
void OptimalReduction::find_path() {
  if (path_after_ == 0 || path_after_ != state_.ended) {
    path_.clear();
  }
  path_after_ = 0;
  for (NodeId at = tree_.next_child(path_.empty() ? TraceTree::kRoot : path_.back());
       at != TraceTree::kNone; at = tree_.next_child(at)) {
    path_.push_back(at);
  }
}

// The next step of the tree.  If it cannot be done now, is_covered() tells.
uint32_t OptimalReduction::choose(const event::SchedulePoint& point) {
  if (point.position >= path_.size()) {
    return 0;
  }
  const Mark& mark = tree_[path_[point.position]].mark;
  for (size_t i = 0; i < point.options.size(); ++i) {
    const event::Choice& choice = point.options[i].choice;
    if (choice.thread == mark.thread && choice.alternative == mark.alternative) {
      return static_cast<uint32_t>(i);
    }
  }
  return 0;
}

// Where it has left the tree.
bool OptimalReduction::is_covered(std::span<const Event> log) {
  return log.size() == path_.size() && first_difference(log) < log.size();
}

size_t OptimalReduction::first_difference(std::span<const Event> log) const {
  const size_t common = std::min(log.size(), path_.size());
  for (size_t i = 0; i < common; ++i) {
    if (!is_step(tree_[path_[i]].mark, log[i])) {
      return i;
    }
  }
  return common;
}

void OptimalReduction::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  arena_.journal.save_once(state_);
  const size_t as_planned = first_difference(log);
  const bool ended_early = as_planned == log.size() && !log.empty();
  const bool lost =
      outcome.ending == event::Ending::diverged || (as_planned < path_.size() && !ended_early);
  if (!lost && as_planned < path_.size()) {
    tree_.drop_below(path_[as_planned - 1]);
    path_.set_size(as_planned);
  }
  if (lost) {
    // The step could not be done there, or nobody knows; what comes before it was done before.
    tree_.finish(path_[std::min(as_planned, path_.size() - 1)]);
    path_.set_size(as_planned < path_.size() ? as_planned : path_.size() - 1);
  } else {
    learn(log, outcome);
  }
  go_back();
  path_after_ = ++state_.ended;
  state_.running = false;
  put_seal(state_);
}

void OptimalReduction::learn(std::span<const Event> log, const event::Outcome& outcome) {
  size_t known = 0;  // steps that are those of an execution before
  while (known < path_.size() && tree_[path_[known]].executed) {
    ++known;
  }
  const bool forgotten = !knows_the_last() || order_.size() < known;
  if (forgotten) {
    base::Region memory = order_memory_;
    order_ = order::PartialOrder(memory, most_steps_);
  }
  whole_ = 0;
  if (!order_.follow(log, known, event::ends_all_threads(outcome))) {
    state_.overflowed = true;
    return;
  }
  // The last step that was planned is new where it is.
  const bool sole = !path_.empty() && tree_[path_.back()].mark.sole;
  const size_t fresh = path_.empty() || sole ? path_.size() : path_.size() - 1;
  add_steps(log, known);
  if (state_.overflowed) {
    return;
  }
  for (size_t i = fresh; i < path_.size(); ++i) {
    add_outcomes(path_[i], log[i]);
  }
  if (!find_sleepers(forgotten ? 0 : known)) {
    state_.overflowed = true;
    return;
  }
  // Races before another outcome of a step were turned round with the first outcome; and what slept
  // then need not sleep when more is known of what comes after.
  const bool anew = forgotten || (known < path_.size() && tree_[path_[known]].other_outcome);
  again_.set_size(log.size());
  for (uint32_t b = 0; b < log.size(); ++b) {
    if (anew || b >= known || again_[b] > known) {
      uint32_t again = b < known && again_[b] != 0 ? kEveryTime : 0;
      order_.for_each_race(b, [&](uint32_t a, const Mark& turned) {
        again = std::max(again, turn_round(a, b, turned));
      });
      again_[b] = again;
    }
  }
  const auto end = static_cast<uint32_t>(log.size());
  for (const order::Waiting& waiting : arena_.waiting) {
    order_.for_each_race(waiting,
                         [&](uint32_t a, const Mark& turned) { turn_round(a, end, turned); });
  }
  learned_ = ++state_.learned;
  whole_ = learned_;
}

// Whether what is passing is that of the execution before.  It is not if another process has
// learned since, or died while it did so, or if executions were rolled back: it is in no journal.
bool OptimalReduction::knows_the_last() const {
  return state_.learned != 0 && learned_ == state_.learned && whole_ == learned_;
}

void OptimalReduction::add_steps(std::span<const Event> log, size_t known) {
  const size_t planned = path_.size();
  for (size_t i = known; i < planned; ++i) {
    // What was put into the tree beside it was compared with the step as it was planned.
    tree_.settle(path_[i], merged(tree_[path_[i]].mark, order_.mark(i)), log[i]);
  }
  const auto fill = [&](size_t i, NodeId node, TraceTree::Node& fresh) {
    fresh.settle(order_.mark(planned + i), log[planned + i]);
    path_.push_back(node);
  };
  state_.overflowed |= !tree_.add_chain(node_before(planned), log.size() - planned, fill);
}

// The other outcomes that the operation could have had.
void OptimalReduction::add_outcomes(NodeId node, const Event& step) {
  if (step.alternatives <= 1) {
    return;
  }
  NodeId last = node;
  for (uint16_t other = 0; other < step.alternatives; ++other) {
    bool known = other == step.alternative;
    tree_.for_each_child(tree_[node].parent, [&](NodeId sibling) {
      const Mark& mark = tree_[sibling].mark;
      known |= mark.thread == step.thread && mark.alternative == other;
      return known;
    });
    if (!known) {
      Mark mark = order::worst_mark_of(step);
      mark.alternative = other;
      last = tree_.add_outcome(last, mark);
      if (last == TraceTree::kNone) {
        state_.overflowed = true;
        return;
      }
    }
  }
}

// For each step: what was explored where it is done or before it, and does not depend on what was
// done since.  Before the first `known` steps that is what it was.  False if they are too many.
bool OptimalReduction::find_sleepers(size_t known) {
  const size_t same = std::min(known, sleep_from_.size());
  sleepers_.set_size(same < sleep_from_.size() ? sleep_from_[same] : 0);
  sleep_from_.set_size(same);
  for (size_t i = same; i < path_.size(); ++i) {
    const size_t from = i == 0 ? 0 : sleep_from_.back();
    const size_t to = sleepers_.size();
    sleep_from_.push_back(static_cast<uint32_t>(to));
    const Mark* done = i == 0 ? nullptr : &tree_[path_[i - 1]].mark;
    const uint64_t bits = i == 0 ? 0 : bits_of(*done);
    for (size_t j = from; i > 0 && j < to; ++j) {
      const Sleeper sleeper = sleepers_[j];
      const bool apart = (sleeper.bits & bits) == 0;
      if (!sleepers_.full() && (apart || !dependent(tree_[sleeper.node].mark, *done))) {
        sleepers_.push_back(sleeper);
      }
    }
    tree_.for_each_child(node_before(i), [&](NodeId child) {
      if (tree_[child].done && !sleepers_.full()) {
        sleepers_.push_back({child, bits_of(tree_[child].mark)});
      }
      return !tree_[child].done;
    });
  }
  sleep_from_.push_back(static_cast<uint32_t>(sleepers_.size()));
  return !sleepers_.full();
}

// To the last place where something waits.
void OptimalReduction::go_back() {
  if (path_.empty() || tree_.next_child(path_.back()) != TraceTree::kNone) {
    return;
  }
  size_t last = path_.size() - 1;
  while (last > 0 && !tree_.has_next(path_[last])) {
    --last;
  }
  tree_.finish(path_[last]);
  path_.set_size(last);
}

explore::Coverage OptimalReduction::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  const bool done = state_.begun && !state_.running && !state_.overflowed &&
                    tree_.next_child(TraceTree::kRoot) == TraceTree::kNone;
  return {.completed_bound = done ? INT32_MAX : -1,
          .exhausted = done,
          .overflowed = state_.overflowed,
          .damaged = !tree_.intact(),
          .by_traces = true,
          .waiting = tree_.waiting()};
}

void OptimalReduction::start_over() {
  arena_.journal.save_once(state_);
  const uint64_t epoch = state_.epoch;
  state_ = State{.epoch = epoch};
  put_seal(state_);
  tree_.clear();
}

}  // namespace heddle::search

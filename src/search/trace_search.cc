// SPDX-License-Identifier: Apache-2.0
#include "search/trace_search.h"

#include "explore/await_table.h"
#include "search/seal.h"

#include <algorithm>

namespace heddle::search {

using event::Event;
using order::Mark;

namespace {

bool is_step(const Mark& mark, const Event& step) {
  return mark.thread == event::kNoThread ||
         (mark.thread == step.thread && mark.alternative == step.alternative);
}

}  // namespace

TraceSearch::TraceSearch(explore::Arena& arena, base::Region lasting, base::Region& passing,
                         size_t most_steps)
    : arena_(arena),
      state_(lasting.take_one<State>()),
      tree_(lasting, arena.journal),
      path_(passing, most_steps),
      sleep_from_(passing, most_steps + 1),
      sleepers_(passing, kMostSleepers),
      path_after_(passing.take_one<uint64_t>()) {
  if (!state_.begun) {
    arena.journal.save(state_);
    state_ = State{};
    put_seal(state_);
  }
}

bool TraceSearch::begin_execution(explore::Plan& plan) {
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
void TraceSearch::find_path() {
  if (path_after_ == 0 || path_after_ != state_.ended) {
    path_.clear();
  }
  path_after_ = 0;
  path_kept_ = path_.size();
  for (NodeId at = tree_.next_child(path_.empty() ? TraceTree::kRoot : path_.back());
       at != TraceTree::kNone; at = tree_.next_child(at)) {
    path_.push_back(at);
  }
}

// The next step of the tree.  If it cannot be done now, is_covered() tells.
uint32_t TraceSearch::choose(const event::SchedulePoint& point) {
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
bool TraceSearch::is_covered(std::span<const Event> log, uint64_t fairness) {
  return fairness == 0 && log.size() == path_.size() && first_difference(log) < log.size();
}

size_t TraceSearch::first_difference(std::span<const Event> log) const {
  const size_t common = std::min(log.size(), path_.size());
  for (size_t i = 0; i < common; ++i) {
    if (!is_step(tree_[path_[i]].mark, log[i])) {
      return i;
    }
  }
  return common;
}

void TraceSearch::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  arena_.journal.save_once(state_);
  state_.uses = arena_.uses().any();
  planned_before_ = state_.planned;
  (void)may_plan(log.size() * kPlannedForStep);  // learn() and plans_too_much() tell
  const size_t as_planned = first_difference(log);
  const bool ended_early = as_planned == log.size() && !log.empty();
  const bool lost =
      outcome.ending == event::Ending::diverged || (as_planned < path_.size() && !ended_early);
  if (!lost && as_planned < path_.size()) {
    tree_.drop_below(path_[as_planned - 1]);
    path_.set_size(as_planned);
  }
  if (lost && !path_.empty()) {
    // The step could not be done there, or nobody knows; what comes before it was done before.
    const NodeId planned = path_[std::min(as_planned, path_.size() - 1)];
    arena_.record().awaits_lost |= explore::waits_in_loop(arena_, tree_[planned].mark.thread);
    tree_.finish(planned);
    path_.set_size(as_planned < path_.size() ? as_planned : path_.size() - 1);
  } else if (!lost) {
    learn(log, outcome);
  }
  go_back();
  path_after_ = ++state_.ended;
  state_.running = false;
  put_seal(state_);
}

bool TraceSearch::may_plan(size_t steps) {
  arena_.plans();
  state_.planned += steps;
  state_.too_much |=
      state_.planned > most_planned_ || state_.planned - planned_before_ > kMostPlannedAtOnce;
  return !state_.too_much;
}

// What a step that is to be done elsewhere might use was left out of account.
bool TraceSearch::knew_too_little(const event::Outcome& /*outcome*/) const {
  return state_.ended != 0 && !state_.uses && arena_.uses().any();
}

bool TraceSearch::make_path(std::span<const Event> log, size_t steps) {
  const size_t made = path_.size();
  if (steps <= made) {
    return true;
  }
  const auto fill = [&](size_t i, NodeId node, TraceTree::Node& fresh) {
    fresh.settle(mark_done(made + i), log[made + i]);
    path_.push_back(node);
  };
  const bool room = tree_.add_chain(node_before(made), steps - made, fill);
  state_.overflowed |= !room;
  return room;
}

bool TraceSearch::find_sleepers(size_t steps, size_t known) {
  const size_t same = std::min(known, sleep_from_.size());
  if (same < sleep_from_.size()) {
    sleepers_.set_size(sleep_from_[same]);
  } else if (same == 0) {
    sleepers_.clear();
  }
  sleep_from_.set_size(same);
  for (size_t i = same; i < steps; ++i) {
    find_sleepers_at(i);
    if (i > path_.size() && sleep_from_.back() == sleepers_.size()) {
      break;  // and none beyond
    }
  }
  sleep_from_.push_back(static_cast<uint32_t>(sleepers_.size()));
  return !sleepers_.full();
}

void TraceSearch::find_sleepers_at(size_t step) {
  const size_t from = step == 0 ? 0 : sleep_from_.back();
  const size_t to = sleepers_.size();
  sleep_from_.push_back(static_cast<uint32_t>(to));
  if (from < to) {
    const Mark done = step <= path_.size() ? tree_[path_[step - 1]].mark : mark_done(step - 1);
    const uint64_t bits = bits_of(done);
    for (size_t j = from; j < to; ++j) {
      const Sleeper sleeper = sleepers_[j];
      const bool apart = (sleeper.bits & bits) == 0;
      if (!sleepers_.full() &&
          (apart || !dependent(tree_[sleeper.node].mark, done, arena_.uses()))) {
        sleepers_.push_back(sleeper);
      }
    }
  }
  if (step > path_.size()) {
    return;
  }
  tree_.for_each_child(node_before(step), [&](NodeId child) {
    const bool explored = tree_[child].executed || sleeps_if_impossible();
    if (tree_[child].done && explored && !sleepers_.full()) {
      sleepers_.push_back({child, bits_of(tree_[child].mark)});
    }
    return !tree_[child].done;
  });
}

// To the last place where something waits.
void TraceSearch::go_back() {
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

explore::Coverage TraceSearch::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  const bool done = state_.begun && !state_.running && !state_.overflowed && !state_.too_much &&
                    tree_.next_child(TraceTree::kRoot) == TraceTree::kNone;
  return {.completed_bound = done ? INT32_MAX : -1,
          .exhausted = done,
          .overflowed = state_.overflowed || state_.too_much,
          .damaged = !tree_.intact(),
          .by_traces = true,
          .waiting = tree_.waiting()};
}

void TraceSearch::start_over() {
  arena_.journal.save_once(state_);
  const uint64_t epoch = state_.epoch;
  state_ = State{.epoch = epoch};
  put_seal(state_);
  tree_.clear();
}

}  // namespace heddle::search

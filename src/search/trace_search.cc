// SPDX-License-Identifier: Apache-2.0
#include "search/trace_search.h"

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
      sleepers_(passing, kMostSleepers) {
  if (!state_.begun) {
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
  path_.clear();
  for (NodeId at = tree_.next_child(TraceTree::kRoot); at != TraceTree::kNone;
       at = tree_.next_child(at)) {
    const TraceTree::Node& node = tree_[at];
    const auto position = static_cast<uint32_t>(path_.size());
    path_.push_back(at);
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
bool TraceSearch::is_covered(std::span<const Event> log) {
  return log.size() == path_.size() && first_difference(log) < log.size();
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
    tree_.finish(path_[std::min(as_planned, path_.size() - 1)]);
    path_.set_size(as_planned < path_.size() ? as_planned : path_.size() - 1);
  } else if (!lost) {
    learn(log, outcome);
  }
  go_back();
  state_.running = false;
  put_seal(state_);
}

bool TraceSearch::find_sleepers() {
  sleepers_.clear();
  sleep_from_.clear();
  for (size_t i = 0; i < path_.size(); ++i) {
    const size_t from = i == 0 ? 0 : sleep_from_.back();
    const size_t to = sleepers_.size();
    sleep_from_.push_back(static_cast<uint32_t>(to));
    for (size_t j = from; i > 0 && j < to; ++j) {
      if (!sleepers_.full() && !dependent(tree_[sleepers_[j]].mark, tree_[path_[i - 1]].mark)) {
        sleepers_.push_back(sleepers_[j]);
      }
    }
    tree_.for_each_child(node_before(i), [&](NodeId child) {
      // What could not be done there was not explored.
      if (tree_[child].done && tree_[child].executed && !sleepers_.full()) {
        sleepers_.push_back(child);
      }
      return !tree_[child].done;
    });
  }
  sleep_from_.push_back(static_cast<uint32_t>(sleepers_.size()));
  return !sleepers_.full();
}

// To the last place where something waits.
void TraceSearch::go_back() {
  while (!path_.empty() && tree_.next_child(path_.back()) == TraceTree::kNone) {
    tree_.finish(path_.back());
    path_.pop_back();
  }
}

explore::Coverage TraceSearch::coverage() const {
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

void TraceSearch::start_over() {
  arena_.journal.save_once(state_);
  const uint64_t epoch = state_.epoch;
  state_ = State{.epoch = epoch};
  put_seal(state_);
  tree_.clear();
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
// Who sleeps before the step that is new in an execution is known when it is laid down.  From there
// on the execution itself finds out who is woken by what it does.
#include "search/sleep_sets.h"

#include <algorithm>

namespace heddle::search {

using event::Event;
using event::ThreadId;
using order::Mark;

namespace {

constexpr size_t kMostAsleep = size_t{1} << 16;

bool is_choice(const Mark& mark, ThreadId thread, uint32_t alternative) {
  return mark.thread == thread && mark.alternative == alternative;
}

}  // namespace

SleepSets::SleepSets(explore::Arena& arena, base::Region lasting, base::Region& passing,
                     size_t most_steps)
    : TraceSearch(arena, lasting, passing, most_steps), asleep_(passing, kMostAsleep) {}

bool SleepSets::begin_execution(explore::Plan& plan) {
  if (!TraceSearch::begin_execution(plan)) {
    return false;
  }
  (void)find_sleepers(path_.size(), path_kept_);  // if they are too many, learn() tells
  return true;
}

explore::Asks SleepSets::start_execution() {
  return path_.empty() || sleepers_at_end().empty() ? explore::Asks::where_planned
                                                    : explore::Asks::beyond_plan;
}

void SleepSets::follow() {
  asleep_.clear();
  for (const Sleeper& sleeper : sleepers_at_end()) {
    if (asleep_.size() < kMostAsleep) {
      asleep_.push_back(sleeper.node);
    }
  }
  followed_ = path_.empty() ? 0 : path_.size() - 1;
}

uint32_t SleepSets::choose(const event::SchedulePoint& point) {
  const bool planned = point.position < path_.size();
  if (planned && tree_[path_[point.position]].mark.thread != event::kNoThread) {
    return TraceSearch::choose(point);
  }
  wake(point.log);
  for (size_t i = 0; i < point.options.size(); ++i) {
    const event::Choice& choice = point.options[i].choice;
    if (!is_asleep(choice.thread, choice.alternative)) {
      return static_cast<uint32_t>(i);
    }
  }
  return 0;
}

bool SleepSets::all_sleep(std::span<const Event> log,
                          std::span<const event::Candidate> candidates) {
  wake(log);
  if (asleep_.empty() || arena_.control().whole.load(std::memory_order_relaxed) != 0) {
    return false;
  }
  for (const event::Candidate& candidate : candidates) {
    for (uint32_t i = 0; i < candidate.alternatives; ++i) {
      if (!is_asleep(candidate.thread, i)) {
        return false;
      }
    }
  }
  return true;
}

// Whoever depends on a step that was done since.
void SleepSets::wake(std::span<const Event> log) {
  for (; followed_ < log.size() && !asleep_.empty(); ++followed_) {
    const Mark done = order::mark_of(log[followed_]);
    for (size_t i = asleep_.size(); i-- > 0;) {
      if (dependent(tree_[asleep_[i]].mark, done, arena_.uses())) {
        asleep_.remove_unordered(i);
      }
    }
  }
}

bool SleepSets::is_asleep(ThreadId thread, uint32_t alternative) const {
  return std::any_of(asleep_.begin(), asleep_.end(), [&](uint32_t node) {
    return is_choice(tree_[node].mark, thread, alternative);
  });
}

// Before the step that is new.
std::span<const TraceSearch::Sleeper> SleepSets::sleepers_at_end() const {
  return path_.empty() ? std::span<const Sleeper>() : sleepers_at(path_.size() - 1);
}

void SleepSets::learn(std::span<const Event> log, const event::Outcome& outcome) {
  log_ = log;
  final_ = event::ends_all_threads(outcome);
  const size_t fresh = path_.empty() ? 0 : path_.size() - 1;
  for (size_t i = fresh; i < path_.size(); ++i) {
    tree_.settle(path_[i], mark_done(i), log[i]);
  }
  // As far as the step that is new they were found before it was done.
  if (!find_sleepers(log.size(), path_.size())) {
    state_.overflowed = true;
    return;
  }
  plan_others(log, fresh, outcome);
}

Mark SleepSets::mark_done(size_t step) const {
  Mark mark = order::mark_of(log_[step]);
  mark.all |= final_ && step + 1 == log_.size();
  return mark;
}

bool SleepSets::is_cut_short(const event::Outcome& outcome) {
  return outcome.ending == event::Ending::pruned && outcome.code != event::kAssumptionFailed;
}

bool SleepSets::sleeps_at(size_t step, ThreadId thread, uint32_t alternative) const {
  const std::span<const Sleeper> sleepers = sleepers_at(step);
  return std::any_of(sleepers.begin(), sleepers.end(), [&](const Sleeper& sleeper) {
    return is_choice(tree_[sleeper.node].mark, thread, alternative);
  });
}

void SleepSets::add_instead_of(size_t step, const Mark& mark) {
  if (make_path(log_, step + 1)) {
    const auto fill = [&](size_t, NodeId, TraceTree::Node& fresh) { fresh.mark = mark; };
    state_.overflowed |= !tree_.add_chain(node_before(step), 1, fill);
  }
}

// Who else could go on is not in the log, but how many ways there were.  Those who sleep are among
// them, since nothing that would keep them from going on has been done.  So it is known whether one
// is left, and the next execution sees which.
void SleepSearch::plan_others(std::span<const Event> log, size_t fresh,
                              const event::Outcome& /*outcome*/) {
  for (size_t i = fresh; i < log.size(); ++i) {
    if (left_at(log, i) > 0) {
      add_instead_of(i, Mark{});
    }
  }
}

size_t SleepSearch::left_at(std::span<const Event> log, size_t step) const {
  const std::span<const Sleeper> sleepers = sleepers_at(step);
  size_t known = sleeps_at(step, log[step].thread, log[step].alternative) ? 0 : 1;
  for (size_t i = 0; i < sleepers.size(); ++i) {
    const Mark& mark = tree_[sleepers[i].node].mark;
    const auto is_same = [&](const Sleeper& other) {
      return tree_[other.node].mark.is_choice(mark);
    };
    known += std::none_of(sleepers.begin(), sleepers.begin() + i, is_same) ? 1 : 0;
  }
  return log[step].options > known ? log[step].options - known : 0;
}

}  // namespace heddle::search

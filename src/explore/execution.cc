// SPDX-License-Identifier: Apache-2.0
#include "explore/execution.h"

#include "base/check.h"
#include "base/hash.h"
#include "primitive/facts.h"

#include <algorithm>

namespace heddle::explore {

using event::Choice;
using event::Deviation;
using event::Ending;
using event::Event;
using event::Finding;
using event::OpKind;
using event::ThreadId;

size_t Execution::bytes_needed() {
  return kNearBytes + Fairness::bytes_needed() + kMaxOptions * sizeof(event::Option) +
         event::kMaxThreads * sizeof(Candidate) + 64;
}

Execution::Execution(base::Region& near, base::Region& far, uint32_t fair_every, Strategy& strategy,
                     const Plan& plan, Log& log, std::span<Monitor* const> monitors)
    : strategy_(&strategy),
      plan_(&plan),
      log_(&log),
      monitors_(monitors),
      fairness_(far, fair_every),
      options_(near, kFewOptions, far, kMaxOptions),
      left_(far, event::kMaxThreads),
      asks_(strategy.start_execution()),
      takes_the_default_(asks_ == Asks::where_planned),
      pruning_(strategy.prunes()),
      prunes_(pruning_ != nullptr) {
  log_->clear();
  look_ahead();
  if (prunes_) {
    pruning_->follow();
  }
  size_t first = monitors_.size();  // that asks about blocks
  size_t end = first;
  for (size_t i = 0; i < monitors_.size(); ++i) {
    const Monitor::Interest interest = monitors_[i]->interest();
    monitors_listen_from_ = std::min(monitors_listen_from_, interest.steps_from);
    if (interest.blocks) {
      first = std::min(first, i);
      end = i + 1;
    }
  }
  block_monitors_ = monitors_.subspan(first, end - first);
}

bool Execution::goes_on() {
  if (!is_alike()) [[unlikely]] {
    return false;
  }
  if (position() >= default_until_) [[unlikely]] {
    return false;
  }
  look_at_own();
  append(0, *point_.last, 0);
  return true;
}

bool Execution::next(Candidates candidates, Choice& choice, bool same) {
  if (same && is_alike()) {
    look_at_own();
  } else if (!look_anew(candidates)) {
    return false;
  }
  if (position() >= default_until_) {
    return next_by_decision(candidates, choice);
  }
  choice = {point_.first->thread, 0};
  append(0, *point_.first, 0);
  return true;
}

bool Execution::may_block(Candidates candidates) const {
  const auto can_go_on = [&](ThreadId thread) {
    for (const Candidate& candidate : candidates) {
      if (candidate.thread >= thread) {
        return candidate.thread == thread;
      }
    }
    return false;
  };
  return last_ == event::kNoThread || !can_go_on(last_) ||
         (primitive::facts_of(last_kind_).changes_who_waits &&
          (last_kind_ != OpKind::thread_create || !can_go_on(step_->other)));
}

// False if the execution does not go on; else at the candidates that may.
[[gnu::always_inline]] inline bool Execution::look_anew(Candidates& candidates) {
  if (candidates.empty()) [[unlikely]] {
    return stand_still();
  }
  const bool is_usual = !prunes_ && !asks_about_loops() && !fairness_.active() &&
                        !primitive::facts_of(last_kind_).changes_who_waits;
  if (!is_usual && !leave_some_out(candidates)) [[unlikely]] {
    return false;
  }
  look_at(candidates, is_usual);
  if (is_usual && point_.last == nullptr && ask_about_block()) [[unlikely]] {
    return false;
  }
  return true;
}

// The same, before they are looked at: of the candidates, those that may.
bool Execution::leave_some_out(Candidates& candidates) {
  if (may_block(candidates) && ask_about_block()) {
    return false;
  }
  if (some_wait_) [[unlikely]] {
    candidates = those_not_held(candidates);
  }
  if (some_are_idle_) [[unlikely]] {
    candidates = busy_ones(candidates);
  }
  if (fairness_.active()) [[unlikely]] {
    candidates = fair_ones(candidates);
  }
  if (prunes_ && !tried_ && is_covered(candidates)) {
    if (!runs_on_) {
      return end(Ending::pruned);
    }
    covered_from_ = position();
    turned_at_ = position();
    prunes_ = false;
  }
  return true;
}

// Who fairness keeps from going on is not told by the steps alone.  Whether it does anything is,
// since threads yield as often as they do in whatever order.
bool Execution::is_covered(Candidates candidates) {
  return deviation_ == plan_->size() &&
         (pruning_->is_covered(log_->items(), fairness_.digest()) ||
          (!fairness_.active() && pruning_->all_sleep(log_->items(), candidates)));
}

bool Execution::next_by_decision(Candidates candidates, Choice& choice) {
  uint32_t option = 0;
  if (!decide(candidates, option)) {
    return false;
  }
  const Candidate& chosen = candidate_of(candidates, option, choice.alternative);
  choice.thread = chosen.thread;
  append(option, chosen, choice.alternative);
  return true;
}

inline void Execution::append(uint32_t option, const Candidate& chosen, uint32_t alternative) {
  const event::Operation& operation = *chosen.operation;
  step_ = &log_->push_back({.thread = chosen.thread,
                            .kind = operation.kind,
                            .preemption = point_.own != 0 && option >= point_.own,
                            .timed = operation.timed,
                            .order = operation.order,
                            .options = point_.options,
                            .chosen = static_cast<uint16_t>(option),
                            .own = point_.own,
                            .alternative = static_cast<uint16_t>(alternative),
                            .alternatives = chosen.alternatives,
                            .object = operation.object,
                            .other = operation.thread,
                            .mutex = operation.mutex,
                            .fingerprint = fingerprint(),
                            .bytes = operation.bytes,
                            .identity = operation.identity});
  ++position_;
  if (operation.pinned) [[unlikely]] {
    step_->pinned = true;  // which shares its byte with others
  }
}

// Only those that fairness lets go on.
Execution::Candidates Execution::fair_ones(Candidates candidates) {
  ThreadSet enabled;
  for (const Candidate& candidate : candidates) {
    enabled.insert(event::index(candidate.thread));
  }
  ThreadSet allowed;
  if (!fairness_.filter(enabled, allowed)) {
    return candidates;
  }
  fairness_removed_ = true;
  fairness_acted_ = fairness_acted_ || fairness_.acts_by_count();
  left_.clear();
  for (const Candidate candidate : candidates) {  // which may be in left_, at this place or later
    if (allowed.contains(event::index(candidate.thread))) {
      left_.push_back(candidate);
    }
  }
  HEDDLE_CHECK(!left_.empty(), "fairness should leave somebody who can go on");
  return left_.items();
}

// Leaving the thread that ran last costs a preemption if it could go on, has not
// just yielded, and is not merely letting time pass.  Then its options come
// first, so that the default is to go on with it.  Where leaving is free, the
// default is somebody else: those who only wait for time to pass come last.
//
// Where a preemption is not allowed (what the thread would do is pinned), it has to go on.
//
// A hash to which values are added one after the other is linear in each of them, and in the hash
// before.
[[gnu::always_inline]] inline void Execution::look_at(Candidates candidates, bool is_usual) {
  const Candidate* last = nullptr;
  size_t options = 0;
  bool dropped = false;
  uint64_t hash = hash_;
  uint64_t weight_of_hash = 1;
  uint64_t weight_of_last = 0;
  for (const Candidate& candidate : candidates) {
    const bool is_last = candidate.thread == last_;
    hash = base::add_up(hash, what_is_hashed(candidate));
    weight_of_hash = base::add_up(weight_of_hash, 0);
    weight_of_last = base::add_up(weight_of_last, is_last ? 1 : 0);
    options += candidate.alternatives;
    dropped |= candidate.truncated;
    last = is_last ? &candidate : last;
  }
  const bool leaving_costs = last != nullptr && !last_yielded_ && !last->by_time;
  size_t own = leaving_costs ? last->alternatives : 0;
  if (dropped || options > kMaxOptions) [[unlikely]] {
    options_dropped_ = true;
    options = std::min(options, kMaxOptions);
    own = std::min(own, kMaxOptions);
  }
  const bool pinned = leaving_costs && last->operation->pinned;
  if (pinned && options > own) [[unlikely]] {
    options = own;
    pins_removed_ = true;
  }
  hash = base::add_up(hash, (uint64_t{event::index(last_)} << 32) | own);
  point_ = {.last = last,
            .first = leaving_costs ? last : default_of(candidates),
            .options = static_cast<uint16_t>(options),
            .own = static_cast<uint16_t>(own)};
  if (is_usual && !pinned && own == 1 && event::is_memory_access(last->operation->kind))
      [[likely]] {
    alike_.thread = last_;
    alike_.before = base::add_up(weight_of_hash, 0);
    alike_.own = base::add_up(weight_of_last, 0);
    alike_.others = hash - hash_ * alike_.before - what_is_hashed(*last) * alike_.own;
  } else {
    alike_.thread = event::kNoThread;
  }
  hash_ = hash;
}

// The same at less cost, as all but what the thread that ran last would do is known.
[[gnu::always_inline]] inline void Execution::look_at_own() {
  hash_ = hash_ * alike_.before + what_is_hashed(*point_.last) * alike_.own + alike_.others;
}

// Who goes on by default where leaving the thread that ran last is free.
const Candidate* Execution::default_of(Candidates candidates) const {
  const Candidate* by_time = nullptr;
  for (const Candidate& candidate : candidates) {
    if (candidate.thread == last_) {
      continue;
    }
    if (!candidate.by_time) {
      return &candidate;
    }
    by_time = by_time == nullptr ? &candidate : by_time;
  }
  return by_time != nullptr ? by_time : candidates.data();
}

// Tells `take` of the candidates in the order of their options, until it says stop.
template <typename Take>
void Execution::in_order(Candidates candidates, Take take) const {
  if (point_.own != 0 && take(*point_.last)) {
    return;
  }
  for (const bool by_time : {false, true}) {
    for (const Candidate& candidate : candidates) {
      if (candidate.by_time == by_time && candidate.thread != last_ && take(candidate)) {
        return;
      }
    }
  }
  if (point_.own == 0 && point_.last != nullptr) {
    take(*point_.last);
  }
}

const Candidate& Execution::candidate_of(Candidates candidates, uint32_t option,
                                         uint32_t& alternative) const {
  const Candidate* found = nullptr;
  alternative = option;
  in_order(candidates, [&](const Candidate& candidate) {
    if (alternative < candidate.alternatives) {
      found = &candidate;
      return true;
    }
    alternative -= candidate.alternatives;
    return false;
  });
  HEDDLE_CHECK(found != nullptr, "an option should be that of a candidate");
  return *found;
}

// What a point is like, so that another one is not taken for it.
uint64_t Execution::what_is_hashed(const Candidate& candidate) {
  const event::Operation& operation = *candidate.operation;
  return (uint64_t{event::index(operation.object)} << 32) ^
         (static_cast<uint64_t>(operation.kind) << 24) ^
         (uint64_t{event::index(candidate.thread)} << 12) ^
         (uint64_t{candidate.alternatives} << 1) ^ static_cast<uint64_t>(candidate.by_time);
}

// Up to where there is nothing to decide.
void Execution::look_ahead() {
  if (deviation_ < plan_->size()) {
    default_until_ = asks_ != Asks::everywhere ? (*plan_)[deviation_].position : 0;
  } else {
    default_until_ = takes_the_default_ ? kNoPosition : 0;
  }
}

bool Execution::decide(Candidates candidates, uint32_t& option) {
  const bool planned = deviation_ < plan_->size() && (*plan_)[deviation_].position <= position();
  if (planned) [[likely]] {
    const Deviation& deviation = (*plan_)[deviation_];
    if (!plan_agrees(deviation)) [[unlikely]] {
      give_up_the_plan();
      return true;  // by default
    }
    ++deviation_;
    look_ahead();
    if (deviation.option != event::kAskStrategy) [[likely]] {
      option = deviation.option;
      return true;
    }
  }
  if (point_.options > 1) {
    write_down(candidates);
    option = strategy_->choose({position(), point_.own, options_.items(), log_->items()});
    HEDDLE_CHECK(option < options_.size(), "a strategy should choose one of the options");
    if (!planned && pruning_ != nullptr && pruning_->goes_on_by_default()) {
      takes_the_default_ = true;
      prunes_ = false;
      look_ahead();
    }
  }
  return true;
}

bool Execution::plan_agrees(const Deviation& deviation) const {
  if (deviation.option == event::kAskStrategy && deviation.options == 0) {
    return deviation.position == position();
  }
  return deviation.position == position() && deviation.options == point_.options &&
         (deviation.option < point_.options || deviation.option == event::kAskStrategy) &&
         deviation.fingerprint == fingerprint();
}

void Execution::write_down(Candidates candidates) {
  options_.clear();
  in_order(candidates, [&](const Candidate& candidate) {
    for (uint16_t i = 0; i < candidate.alternatives && options_.size() < point_.options; ++i) {
      options_.push_back({{candidate.thread, i}, candidate.operation, candidate.by_time});
    }
    return options_.size() == point_.options;
  });
}

}  // namespace heddle::explore

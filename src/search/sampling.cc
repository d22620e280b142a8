// SPDX-License-Identifier: Apache-2.0
#include "search/sampling.h"

#include "search/seal.h"

#include <algorithm>

namespace heddle::search {

using event::Option;
using event::SchedulePoint;

namespace {

constexpr uint64_t kForAlternatives = 1;  // priorities have purposes of their own

// How many options the thread has whose first one this is.
uint32_t alternatives_at(std::span<const Option> options, size_t first) {
  size_t end = first + 1;
  while (end < options.size() && options[end].choice.thread == options[first].choice.thread) {
    ++end;
  }
  return static_cast<uint32_t>(end - first);
}

}  // namespace

Sampling::Sampling(base::Region region, explore::Journal& journal,
                   const explore::Settings& settings)
    : journal_(journal),
      state_(region.take_one<State>()),
      seed_(settings.seed),
      max_executions_(settings.max_executions),
      max_preemptions_(settings.max_preemptions) {
  if (!state_.begun) {
    journal_.save(state_);
    state_ = State{.begun = true};
    put_seal(state_);
  }
}

// Executions that the program drops are samples like others: there may be no end of them.
bool Sampling::begin_execution(explore::Plan& plan) {
  if (!is_sealed(state_) || (max_executions_ != 0 && state_.execution >= max_executions_)) {
    return false;
  }
  journal_.save_once(state_);
  ++state_.execution;
  put_seal(state_);
  plan.clear();
  return true;
}

explore::Asks Sampling::start_execution() {
  dice_ = Dice(seed_, state_.execution);
  seen_ = 0;
  preemptions_ = 0;
  begin();
  return explore::Asks::everywhere;
}

uint32_t Sampling::choose(const SchedulePoint& point) {
  catch_up(point);
  const bool may_preempt = preemptions_ < max_preemptions_ || point.own == 0;
  const std::span<const Option> options =
      may_preempt ? point.options : point.options.first(point.own);
  size_t best = 0;
  uint64_t highest = 0;
  for (size_t i = 0; i < options.size(); i += alternatives_at(options, i)) {
    const uint64_t its = priority(options[i].choice.thread, point);
    if (i == 0 || its > highest) {
      best = i;
      highest = its;
    }
  }
  const uint32_t ways = alternatives_at(options, best);
  return static_cast<uint32_t>(best) + dice_.below(ways, kForAlternatives, point.position);
}

void Sampling::catch_up(const SchedulePoint& point) {
  for (; seen_ < point.position; ++seen_) {
    preemptions_ += point.log[seen_].preemption ? 1 : 0;
    step_done(seen_, point);
  }
}

void Sampling::end_execution(std::span<const event::Event> log, const event::Outcome& outcome) {
  if (outcome.ending == event::Ending::diverged) {
    return;
  }
  journal_.save_once(state_);
  state_.longest = std::max(state_.longest, static_cast<uint32_t>(log.size()));
  put_seal(state_);
}

explore::Coverage Sampling::coverage() const { return {.damaged = !is_sealed(state_)}; }

void Sampling::start_over() {
  journal_.save_once(state_);
  const uint64_t epoch = state_.epoch;
  state_ = State{.epoch = epoch, .begun = true};
  put_seal(state_);
}

}  // namespace heddle::search

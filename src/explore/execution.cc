// SPDX-License-Identifier: Apache-2.0
#include "explore/execution.h"

#include "base/check.h"
#include "base/hash.h"

namespace heddle::explore {

using event::Choice;
using event::Deviation;
using event::Ending;
using event::Event;
using event::Finding;
using event::ThreadId;

size_t Execution::bytes_needed() {
  return kNearBytes + Fairness::bytes_needed() + kMaxOptions * sizeof(event::Option) + 64;
}

Execution::Execution(base::Region& near, base::Region& far, uint32_t fair_every, Strategy& strategy,
                     const Plan& plan, Log& log, std::span<Monitor* const> monitors)
    : strategy_(&strategy),
      plan_(&plan),
      log_(&log),
      monitors_(monitors),
      fairness_(far, fair_every),
      options_(near, kFewOptions, far, kMaxOptions) {
  options_.clear();
  log_->clear();
}

bool Execution::next(std::span<const Candidate> candidates, Choice& choice) {
  if (candidates.empty()) {
    for (Monitor* monitor : monitors_) {
      Finding finding;
      if (monitor->at_standstill(finding)) {
        fail(finding);
        return false;
      }
    }
    return end(Ending::exited);
  }
  ThreadSet enabled;
  ThreadSet allowed;
  for (const Candidate& candidate : candidates) {
    enabled.insert(event::index(candidate.thread));
  }
  fairness_removed_ |= fairness_.filter(enabled, allowed);
  number_options(candidates, allowed);
  fingerprint_point();

  uint32_t option = 0;
  if (!follow_plan(option)) {
    return false;
  }
  choice = options_[option].choice;

  const event::Operation& operation = *options_[option].operation;
  Event event;
  event.thread = choice.thread;
  event.kind = operation.kind;
  event.preemption = own_ != 0 && option >= own_;
  event.options = static_cast<uint16_t>(options_.size());
  event.chosen = static_cast<uint16_t>(option);
  event.own = own_;
  event.alternative = static_cast<uint16_t>(choice.alternative);
  event.alternatives = alternatives_of(option);
  event.object = operation.object;
  event.mutex = operation.mutex;
  event.other = operation.thread;
  event.fingerprint = static_cast<uint32_t>(hash_);
  log_->push_back(event);
  return true;
}

bool Execution::done(const StepResult& result) {
  Event& event = log_->back();
  event.result = result.result;
  event.yielded = result.yielded;
  event.timed_out = result.timed_out;
  event.misuse = result.misuse;
  event.stack = result.stack;
  if (result.other != event::kNoThread) {
    event.other = result.other;
  }
  last_ = event.thread;
  last_yielded_ = event.yielded;
  fairness_.stepped(event.thread, event.yielded);
  for (Monitor* monitor : monitors_) {
    Finding finding;
    if (monitor->after_step(event, position() - 1, finding)) {
      fail(finding);
      return false;
    }
  }
  if (log_->full()) {
    HEDDLE_CHECK(false, "a monitor should end an execution before its log is full");
  }
  return true;
}

void Execution::exit(int32_t status) {
  outcome_.code = status;
  for (Monitor* monitor : monitors_) {
    Finding finding;
    if (monitor->at_exit(status, finding)) {
      fail(finding);
      return;
    }
  }
  end(Ending::exited);
}

void Execution::drop() {
  outcome_.code = event::kAssumptionFailed;
  end(Ending::pruned);
}

void Execution::fail(const Finding& finding) {
  outcome_.has_finding = true;
  outcome_.finding = finding;
  end(Ending::failed);
}

// Leaving the thread that ran last costs a preemption if it could go on, has not
// just yielded, and is not merely letting time pass.  Then its options come
// first, so that the default is to go on with it.  Where leaving is free, the
// default is somebody else: those who only wait for time to pass come last.
void Execution::number_options(std::span<const Candidate> candidates, const ThreadSet& allowed) {
  options_.clear();
  own_ = 0;
  const Candidate* last = nullptr;
  for (const Candidate& candidate : candidates) {
    if (candidate.thread == last_ && allowed.contains(event::index(last_))) {
      last = &candidate;
    }
  }
  const bool leaving_costs = last != nullptr && !last_yielded_ && !last->by_time;
  if (leaving_costs) {
    add_options(*last);
    own_ = static_cast<uint16_t>(options_.size());
  }
  for (const bool by_time : {false, true}) {
    for (const Candidate& candidate : candidates) {
      if (candidate.by_time == by_time && candidate.thread != last_ &&
          allowed.contains(event::index(candidate.thread))) {
        add_options(candidate);
      }
    }
  }
  if (last != nullptr && !leaving_costs) {
    add_options(*last);
  }
  HEDDLE_CHECK(!options_.empty(), "fairness should leave somebody who can go on");
}

void Execution::add_options(const Candidate& candidate) {
  options_dropped_ |= candidate.truncated;
  for (uint16_t i = 0; i < candidate.alternatives; ++i) {
    if (options_.full()) {
      options_dropped_ = true;
      return;
    }
    options_.push_back({{candidate.thread, i}, candidate.operation});
  }
}

// A thread's options stand together.
uint16_t Execution::alternatives_of(uint32_t option) const {
  const ThreadId thread = options_[option].choice.thread;
  size_t end = option + 1;
  while (end < options_.size() && options_[end].choice.thread == thread) {
    ++end;
  }
  return static_cast<uint16_t>(end - option + options_[option].choice.alternative);
}

void Execution::fingerprint_point() {
  uint64_t hash = base::mix(hash_ + own_ + 1);
  for (const event::Option& option : options_) {
    const uint64_t what = (uint64_t{event::index(option.choice.thread)} << 32) |
                          (uint64_t{option.choice.alternative} << 8) |
                          static_cast<uint64_t>(option.operation->kind);
    hash = base::mix(hash + what) ^ event::index(option.operation->object);
  }
  hash_ = hash;
}

bool Execution::follow_plan(uint32_t& option) {
  if (deviation_ < plan_->size()) {
    const Deviation& deviation = (*plan_)[deviation_];
    if (position() < deviation.position) {
      option = 0;
      return true;
    }
    if (!plan_agrees(deviation)) {
      return end(Ending::diverged);
    }
    ++deviation_;
    option = deviation.option;
    return true;
  }
  if (options_.size() == 1) {
    option = 0;
    return true;
  }
  option = strategy_->choose({position(), own_, options_.items()});
  HEDDLE_CHECK(option < options_.size(), "a strategy should choose one of the options");
  return true;
}

bool Execution::plan_agrees(const Deviation& deviation) const {
  return deviation.position == position() && deviation.options == options_.size() &&
         deviation.option < options_.size() &&
         deviation.fingerprint == static_cast<uint32_t>(hash_);
}

// An execution that ends before its plan does has not met what was there before.
bool Execution::end(Ending ending) {
  const bool cut_short = deviation_ < plan_->size();
  outcome_.ending = cut_short ? Ending::diverged : ending;
  if (cut_short) {
    outcome_.has_finding = false;
  }
  return false;
}

}  // namespace heddle::explore

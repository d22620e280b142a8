// SPDX-License-Identifier: Apache-2.0
#include "search/state_cache.h"

namespace heddle::search {

using event::Event;

namespace {

// For the state; the rest is for the points.
base::Region without_state(base::Region region, size_t state) {
  region.take<std::byte>(state);
  return region;
}

}  // namespace

StateCache::StateCache(explore::Arena& arena, base::Region lasting, explore::Strategy& strategy)
    : arena_(arena),
      strategy_(strategy),
      state_(base::Region(lasting).take_one<State>()),
      points_(without_state(lasting, sizeof(State)), arena.journal,
              arena.state_indexes[static_cast<size_t>(explore::StateIndex::cached)]),
      order_(arena.order_memory, arena.uses()) {}

bool StateCache::begin_execution(explore::Plan& plan) {
  arena_.journal.save_once(state_);
  if (!strategy_.begin_execution(plan)) {
    return false;
  }
  state_.fresh_from = plan.empty() ? 0 : plan.back().position + 1;
  return true;
}

void StateCache::follow() {
  order_.begin();
  preemptions_ = 0;
}

bool StateCache::is_covered(std::span<const Event> log, uint64_t fairness) {
  if (fairness != 0 && !arena_.fairness.full()) {
    arena_.fairness.push_back({log.size(), fairness});
  }
  while (order_.steps() < log.size()) {
    step(log[order_.steps()]);
  }
  if (order_.overflowed() || preemptions_ >= explore::StateSet::kMostPreemptions ||
      arena_.control().whole.load(std::memory_order_relaxed) != 0) {
    return false;
  }
  const std::optional<uint32_t> fewest = points_.find(key(log, fairness));
  return fewest.has_value() && *fewest <= preemptions_;
}

// Each point at which something was chosen.
void StateCache::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  strategy_.end_execution(log, outcome);
  if (state_.off || outcome.ending == event::Ending::diverged ||
      outcome.ending == event::Ending::refused) {
    return;
  }
  follow();
  for (size_t i = 0; i < log.size(); ++i) {
    const std::optional<uint64_t> fairness = fairness_at(i);
    if (order_.overflowed() || preemptions_ >= explore::StateSet::kMostPreemptions ||
        !fairness.has_value()) {
      return;
    }
    if (i >= state_.fresh_from) {
      points_.add(key(log.first(i), *fairness), preemptions_);
    }
    step(log[i]);
  }
}

// As it was when is_covered() was asked there.  From the first on, each has its record; what has
// none is not known.
std::optional<uint64_t> StateCache::fairness_at(size_t position) const {
  const std::span<const explore::FairnessRecord> records = arena_.fairness.items();
  if (records.empty() || position < records.front().position) {
    return 0;
  }
  const size_t number = position - records.front().position;
  return number < records.size() ? std::optional(records[number].digest) : std::nullopt;
}

explore::Coverage StateCache::coverage() const {
  explore::Coverage coverage = strategy_.coverage();
  coverage.unreduced = state_.off ? explore::Unreduced::destroyed : coverage.unreduced;
  return coverage;
}

bool StateCache::cannot_reduce(const event::Outcome& /*outcome*/) const {
  return !state_.off && (arena_.record().destroyed.count != 0 || arena_.record().uses_lost);
}

void StateCache::stop_reducing() {
  arena_.journal.save_once(state_);
  state_.off = true;
}

void StateCache::start_over() {
  strategy_.start_over();
  points_.clear();
}

explore::GrowingMemory StateCache::growing_memory() {
  explore::GrowsMemory* const grows = strategy_.grows_memory();
  explore::GrowingMemory memory =
      grows != nullptr ? grows->growing_memory() : explore::GrowingMemory();
  memory.add(points_.memory());
  return memory;
}

void StateCache::recover() {
  points_.recover();
  if (explore::Recovers* const recovers = strategy_.recovers(); recovers != nullptr) {
    recovers->recover();
  }
}

void StateCache::step(const Event& event) {
  order_.add(event);
  preemptions_ += event.preemption ? 1 : 0;
}

// Leaving a thread that has just yielded is free.
order::Fingerprint StateCache::key(std::span<const Event> log, uint64_t fairness) const {
  order::Fingerprint key = order_.fingerprint();
  if (!log.empty()) {
    key.low += 2 * event::index(log.back().thread) + (log.back().yielded ? 2 : 1);
  }
  key.high += fairness;
  return order::mixed(key);
}

}  // namespace heddle::search

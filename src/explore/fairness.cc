// SPDX-License-Identifier: Apache-2.0
#include "explore/fairness.h"

namespace heddle::explore {

using event::ThreadId;

size_t Fairness::bytes_needed() { return event::kMaxThreads * sizeof(Row) + 64; }

Fairness::Fairness(base::Region& region, uint32_t every)
    : every_(every == 0 ? 1 : every), rows_(region, event::kMaxThreads) {}

bool Fairness::filter(const ThreadSet& enabled, ThreadSet& allowed) {
  settle(enabled);
  allowed.assign(enabled);
  if (!active_) {
    return false;
  }
  bool removed = false;
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (enabled.contains(i) && rows_[i].below.intersects(enabled)) {
      allowed.erase(i);
      removed = true;
    }
  }
  return removed;
}

// Of a thread that was scheduled since, it does not matter whether it was enabled; but for that,
// rows are told by their sets.  Those of threads that have not come to a k-th yield are empty.
uint64_t Fairness::digest() const {
  uint64_t digest = active_ ? 1 : 0;
  for (size_t i = 0; active_ && i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if (!row.started) {
      continue;
    }
    digest = base::combine(base::combine(digest, i), row.below.hash());
    digest = base::combine(digest, row.scheduled.hash());
    for (const ThreadSet* set : {&row.enabled_throughout, &row.disabled_by_it}) {
      ThreadSet left;
      left.assign(*set);
      left -= row.scheduled;
      digest = base::combine(digest, left.hash());
    }
  }
  return digest;
}

// Whether it is a k-th one.
bool Fairness::count_yield(ThreadId thread) {
  Row& own = row(thread);
  own.yields = comes_back_ ? 0 : own.yields + 1;
  last_counted_ = !comes_back_ && own.yields % every_ == 0;
  const bool acts = last_counted_ || comes_back_;
  comes_back_ = false;
  active_ = active_ || acts;
  return acts;
}

// Completes the last step, now that it is known who is enabled after it.  Who was
// enabled before it matters only to a thread that has come to a k-th yield earlier,
// so nothing is missed by starting with the first step that activates this.
void Fairness::settle(const ThreadSet& enabled) {
  if (active_ && last_ != event::kNoThread) {
    const size_t thread = event::index(last_);
    for (Row& each : rows_) {
      each.below.erase(thread);
      if (each.started) {
        each.enabled_throughout &= enabled;
        each.scheduled.insert(thread);
      }
    }
    Row& own = row(last_);
    if (own.started) {
      ThreadSet disabled;
      disabled.assign(enabled_before_);
      disabled -= enabled;
      own.disabled_by_it |= disabled;
    }
    if (last_yielded_) {
      lower(last_, enabled);
    }
  }
  enabled_before_.assign(enabled);
}

// A k-th yield of `thread`.  Before its first one every thread counts as having
// been scheduled, so that one lowers nobody.
void Fairness::lower(ThreadId thread, const ThreadSet& enabled) {
  Row& own = row(thread);
  if (own.started) {
    ThreadSet starved;
    starved.assign(own.enabled_throughout);
    starved |= own.disabled_by_it;
    starved -= own.scheduled;
    own.below |= starved;
    acts_by_count_ = acts_by_count_ || last_counted_;
  }
  own.started = true;
  own.enabled_throughout.assign(enabled);
  own.disabled_by_it.clear();
  own.scheduled.clear();
}

Fairness::Row& Fairness::row(ThreadId thread) {
  if (!cleared_) {
    rows_.clear();
    cleared_ = true;
  }
  while (rows_.size() <= event::index(thread)) {
    rows_.push_back(Row{});
  }
  return rows_[event::index(thread)];
}

}  // namespace heddle::explore

// SPDX-License-Identifier: Apache-2.0
#include "search/lone_groups.h"

#include <algorithm>

namespace heddle::search {

using event::Event;
using event::OpKind;

namespace {

constexpr uint64_t bit(uint32_t thread) { return uint64_t{1} << thread; }

}  // namespace

LoneGroups::LoneGroups(base::Region& region, size_t most_steps)
    : meets_(region, most_steps), threads_(region.take<Thread>(kMostThreads)) {}

void LoneGroups::begin(const order::PartialOrder& order, const order::Cuts& cuts,
                       const Users& users, std::span<const uint64_t> contested_by) {
  count_ = cuts.threads() <= kMostThreads ? cuts.threads() : 0;
  if (count_ == 0) {
    return;
  }
  for (uint32_t thread = 0; thread < count_; ++thread) {
    threads_[thread] = {.meets = users.met_by(thread)};
  }
  uint32_t number[kMostThreads] = {};      // of the thread's last step
  uint32_t joins_from[kMostThreads] = {};  // since then it has only joined others; 0: it has not
  const auto size = static_cast<uint32_t>(order.size());
  for (uint32_t i = 0; i < size; ++i) {
    const Event& step = order.event(i);
    const size_t thread = event::index(step.thread);
    ++number[thread];
    if (step.kind == OpKind::thread_join && !step.timed && step.result == 0) {
      joins_from[thread] = joins_from[thread] == 0 ? number[thread] : joins_from[thread];
      Thread& joined = threads_[event::index(step.other)];
      joined.ends = true;
      joined.joiner = static_cast<uint32_t>(thread);
      joined.joins_from = joins_from[thread];
    } else {
      joins_from[thread] = 0;
    }
  }
  uint64_t meets[kMostThreads] = {};
  meets_.set_size(size);
  for (uint32_t i = size; i-- > 0;) {
    const Event& step = order.event(i);
    const size_t thread = event::index(step.thread);
    // What a thread creates, or chooses, is for others to see.
    const bool is_seen = step.kind == OpKind::thread_create || step.alternatives > 1;
    meets[thread] |= is_seen ? kAll : contested_by[i];
    meets_[i] = meets[thread];
  }
}

uint64_t LoneGroups::find(const order::Cuts& cuts, order::Cut cut, uint32_t staying) const {
  uint64_t left = 0;
  for (uint32_t thread = 0; thread < count_; ++thread) {
    left |= cuts.has_ended(cut, thread) ? 0 : bit(thread);
  }
  if (staying != kNone) {
    const uint64_t group = staying < count_ ? group_of(cuts, cut, staying, left) : 0;
    return group == 0 ? kAll : group;
  }
  for (uint32_t thread = 0; thread < count_; ++thread) {
    if ((left & bit(thread)) != 0 && is_alone(cuts, cut, thread, left)) {
      return bit(thread);
    }
  }
  for (uint32_t thread = 0; thread < count_; ++thread) {
    const uint64_t group = (left & bit(thread)) != 0 ? group_of(cuts, cut, thread, left) : 0;
    if (group != 0) {
      return group;
    }
  }
  return kAll;
}

bool LoneGroups::may_be_run_first(order::Cut cut, uint32_t thread, uint64_t group) const {
  const Thread& at = threads_[thread];
  return at.ends && ((group & bit(at.joiner)) != 0 || cut[at.joiner] + 1 >= at.joins_from);
}

// By the steps that it did in the execution, which are all that it ever will do from here.
bool LoneGroups::is_alone(const order::Cuts& cuts, order::Cut cut, uint32_t thread,
                          uint64_t left) const {
  if (!may_be_run_first(cut, thread, 0) || cut[thread] >= cuts.count_of(thread)) {
    return false;
  }
  const uint64_t meets = meets_[cuts.row_of(cut, thread)];
  return meets != kAll && (meets & left & ~bit(thread)) == 0 && cuts.can_go_to_its_end(cut, thread);
}

// By what its threads do in all executions, as they may go other ways than they did in this one.
// 0 if there is none that can be run first.
uint64_t LoneGroups::group_of(const order::Cuts& cuts, order::Cut cut, uint32_t thread,
                              uint64_t left) const {
  uint64_t group = 0;
  uint64_t added = bit(thread);
  while (added != 0) {
    const auto next = static_cast<uint32_t>(__builtin_ctzll(added));
    group |= bit(next);
    const Thread& at = threads_[next];
    if (next >= count_ || at.meets == kAll || !at.ends || !cuts.is_created(cut, next)) {
      return 0;
    }
    added = (added | (at.meets & left)) & ~group;
  }
  for (uint64_t rest = group; rest != 0; rest &= rest - 1) {
    if (!may_be_run_first(cut, static_cast<uint32_t>(__builtin_ctzll(rest)), group)) {
      return 0;
    }
  }
  return group;
}

}  // namespace heddle::search

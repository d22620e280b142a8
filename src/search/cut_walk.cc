// SPDX-License-Identifier: Apache-2.0
#include "search/cut_walk.h"

#include <algorithm>

namespace heddle::search {

CutWalk::CutWalk(base::Region& region, size_t most_steps)
    : cuts_(region, most_steps),
      contested_by_(region, most_steps + event::kMaxThreads),
      lone_groups_(region, most_steps),
      nodes_(region, kMostNodes),
      numbers_(region, kMostNumbers),
      seen_(region.take<Seen>(kSlots)),
      walk_(region.take_one<uint32_t>()) {}

bool CutWalk::begin(order::PartialOrder& order, std::span<const order::Waiting> waiting,
                    const Users& users, uint32_t known, bool cut_off) {
  order_ = &order;
  beyond_ = cut_off;
  ++walk_;
  seen_now_ = 0;
  work_ = 0;
  nodes_.clear();
  numbers_.clear();
  std::fill(std::begin(waiting_), std::end(waiting_), kNone);
  if (!cuts_.begin(order, waiting, known)) {
    return false;
  }
  threads_ = cuts_.threads();
  contested_by_.set_size(cuts_.rows());
  for (uint32_t row = known; row < cuts_.rows(); ++row) {
    contested_by_[row] = users.others(cuts_.event_of(row));
  }
  contested_if_turned_ = users.use_besides();
  lone_groups_.begin(order, cuts_, users, contested_by_.items());
  any_pinned_ = users.any_pinned();
  return true;
}

bool CutWalk::is_left(order::Cut cut, uint32_t thread, bool is_known) const {
  if (!any_pinned_) {
    return is_contested(cut, thread, is_known);
  }
  return !cuts_.event_of(cuts_.row_of(cut, thread)).pinned &&
         (is_contested(cut, thread, is_known) || !can_be_left_after(cut, thread, is_known));
}

// Whether the thread can be left after its next step instead.
bool CutWalk::can_be_left_after(order::Cut cut, uint32_t thread, bool is_known) const {
  const event::Event& next = cuts_.event_of(cuts_.row_of(cut, thread));
  const event::Event* const after = cuts_.after_next(cut, thread);
  return is_known && (after != nullptr ? !after->pinned : next.kind == event::OpKind::thread_end);
}

bool CutWalk::is_contested(order::Cut cut, uint32_t thread, bool is_known) const {
  uint64_t others =
      contested_by_[cuts_.row_of(cut, thread)] | (is_known ? 0 : contested_if_turned_);
  if (others == Users::kAll && threads_ > Users::kMostThreads) {
    return true;  // those beyond have no bits
  }
  while (others != 0) {
    const auto other = static_cast<uint32_t>(__builtin_ctzll(others));
    if (other != thread && !cuts_.has_ended(cut, other)) {
      return true;
    }
    others &= others - 1;
  }
  return false;
}

void CutWalk::start() {
  nodes_.push_back({.begins = true});
  for (uint32_t i = 0; i < threads_; ++i) {
    numbers_.push_back(0);
  }
  put_off(0, 0);
}

bool CutWalk::start_from(order::Cut cut, const order::Fingerprint& state, uint16_t thread,
                         uint32_t item, uint32_t preemptions) {
  if (nodes_.full() || numbers_.size() + threads_ > numbers_.capacity()) {
    return false;
  }
  order::Fingerprint sum;
  for (uint32_t i = 0; i < cut.size(); ++i) {
    if (cut[i] != 0 && (i >= threads_ || cut[i] > cuts_.count_of(i))) {
      return false;
    }
    sum += cut[i] == 0 ? order::Fingerprint{} : cuts_.id_of_last(cut, i);
  }
  if (state_of(sum, thread) != state || !cuts_.is_closed(cut)) {
    return false;
  }
  const auto node = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({.cut = sum, .item = item, .thread = thread});
  for (uint32_t i = 0; i < threads_; ++i) {
    numbers_.push_back(cut[i]);
  }
  nodes_[node].yielded = order_->event(cuts_.last_of(cut, thread)).yielded;
  put_off(node, preemptions);
  return true;
}

CutWalk::NodeId CutWalk::add(NodeId parent) {
  if (nodes_.full() || numbers_.size() + threads_ > numbers_.capacity()) {
    return kNone;
  }
  const auto node = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({.cut = nodes_[parent].cut, .parent = parent});
  const size_t from = size_t{parent} * threads_;
  for (uint32_t i = 0; i < threads_; ++i) {
    numbers_.push_back(numbers_[from + i]);
  }
  return node;
}

void CutWalk::drop_last() {
  nodes_.pop_back();
  numbers_.set_size(numbers_.size() - threads_);
}

void CutWalk::do_step(NodeId node, uint32_t step) {
  Node& at = nodes_[node];
  at.cut = at.cut - cuts_.id_of_last(cut_of(node), at.thread) + cuts_.id(step);
  at.yielded = order_->event(step).yielded;
  ++numbers_[size_t{node} * threads_ + at.thread];
}

bool CutWalk::is_new(const order::Fingerprint& state, uint32_t preemptions) {
  size_t at = state.low % kSlots;
  while (seen_[at].walk == walk_ && seen_[at].key != state.high) {
    at = (at + 1) % kSlots;
  }
  const bool is_new = seen_[at].walk != walk_ || seen_[at].preemptions > preemptions;
  if (is_new && seen_now_ + 1 < kSlots) {
    seen_now_ += seen_[at].walk != walk_ ? 1 : 0;
    seen_[at] = {state.high, walk_, preemptions};
  }
  return is_new;
}

void CutWalk::put_off(NodeId node, uint32_t preemptions) {
  nodes_[node].preemptions = preemptions;
  nodes_[node].next = waiting_[preemptions];
  waiting_[preemptions] = node;
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#include "search/cut_walk.h"

#include <algorithm>

namespace heddle::search {

size_t CutWalk::bytes_needed(size_t most_steps) {
  return order::Cuts::bytes_needed(most_steps) + kMostNodes * sizeof(Node) +
         kMostNumbers * sizeof(uint32_t) + kSlots * sizeof(Seen) + 8 * alignof(std::max_align_t);
}

CutWalk::CutWalk(base::Region& region, size_t most_steps)
    : cuts_(region, most_steps),
      nodes_(region, kMostNodes),
      numbers_(region, kMostNumbers),
      seen_(region.take<Seen>(kSlots)),
      walk_(region.take_one<uint64_t>()) {}

bool CutWalk::begin(order::PartialOrder& order, std::span<const order::Waiting> waiting) {
  order_ = &order;
  beyond_ = false;
  ++walk_;
  nodes_.clear();
  numbers_.clear();
  if (!cuts_.begin(order, waiting)) {
    return false;
  }
  threads_ = cuts_.threads();
  if (numbers_.capacity() < threads_) {
    return false;
  }
  std::fill(std::begin(waiting_), std::end(waiting_), kNone);
  nodes_.push_back({.begins = true});
  for (uint32_t i = 0; i < threads_; ++i) {
    numbers_.push_back(0);
  }
  put_off(0, 0);
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

void CutWalk::do_step(NodeId node, uint32_t step) {
  Node& at = nodes_[node];
  at.cut = at.cut - cuts_.id_of_last(cut_of(node), at.thread) + cuts_.id(step);
  at.yielded = order_->event(step).yielded;
  ++numbers_[size_t{node} * threads_ + at.thread];
}

void CutWalk::put_off(NodeId node, uint32_t preemptions) {
  nodes_[node].next = waiting_[preemptions];
  waiting_[preemptions] = node;
}

// Nobody was at its cut after a step of the same thread.
bool CutWalk::is_new(NodeId node) {
  const Node& at = nodes_[node];
  const uint64_t key =
      mixed(at.cut + order::Fingerprint{at.begins ? 0U : at.thread + 1U, 0}).low | 1;
  size_t slot = key % kSlots;
  while (seen_[slot].walk == walk_ && seen_[slot].key != key) {
    slot = (slot + 1) % kSlots;
  }
  const bool is_new = seen_[slot].walk != walk_;
  seen_[slot] = {key, walk_};
  return is_new;
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#include "search/trace_tree.h"

#include "search/seal.h"

#include <algorithm>

namespace heddle::search {

TraceTree::TraceTree(base::Region& region, explore::Journal& journal)
    : journal_(&journal), shared_(&region.take_one<Shared>()) {
  const size_t room = (region.left() - 64) / sizeof(Node);
  nodes_ = base::List<Node>(region, std::min<size_t>(room, kNone - 1));
  if (!shared_->begun) {
    *shared_ = Shared{.begun = true};
  }
  if (nodes_.empty()) {
    nodes_.push_back(Node{});
    put_seal(nodes_.back());
  }
}

TraceTree::NodeId TraceTree::next_child(NodeId node) const {
  NodeId next = kNone;
  for_each_child(node, [&](NodeId child) {
    next = nodes_[child].done ? kNone : child;
    return next != kNone;
  });
  return next;
}

TraceTree::NodeId TraceTree::add_last(NodeId parent, const order::Mark& mark) {
  NodeId last = kNone;
  for_each_child(parent, [&](NodeId child) {
    last = child;
    return false;
  });
  if (last != kNone) {
    return add_after(last, mark);
  }
  const NodeId node = allocate(parent, mark);
  if (node != kNone) {
    shared_->waiting -= waits(parent);
    Node& above = change(parent);
    above.child = node;
    put_seal(above);
  }
  return node;
}

TraceTree::NodeId TraceTree::add_after(NodeId before, const order::Mark& mark) {
  const NodeId node = allocate(nodes_[before].parent, mark);
  if (node == kNone) {
    return kNone;
  }
  Node& earlier = change(before);
  Node& made = change(node);
  made.sibling = earlier.sibling;
  earlier.sibling = node;
  put_seal(earlier);
  put_seal(made);
  return node;
}

TraceTree::NodeId TraceTree::add_outcome(NodeId before, const order::Mark& mark) {
  const NodeId id = add_after(before, mark);
  if (id != kNone) {
    Node& node = change(id);
    node.other_outcome = true;
    put_seal(node);
  }
  return id;
}

void TraceTree::settle(NodeId id, const order::Mark& mark, const event::Event& step) {
  open();
  shared_->waiting -= waits(id);
  Node& node = change(id);
  node.mark = mark;
  node.fingerprint = step.fingerprint;
  node.option = step.chosen;
  node.options = step.options;
  node.executed = true;
  put_seal(node);
}

void TraceTree::finish(NodeId id) {
  open();
  drop_below(id);
  shared_->waiting -= waits(id);
  Node& node = change(id);
  node.child = kNone;
  node.done = true;
  put_seal(node);
}

// Without recursion: as deep as an execution is long.
void TraceTree::drop_below(NodeId top) {
  open();
  NodeId at = top;
  for (;;) {
    const NodeId child = nodes_[at].child;
    if (child != kNone && is_sound(child)) {
      at = child;
      continue;
    }
    if (at == top) {
      return;
    }
    shared_->waiting -= waits(at);
    Node& node = change(at);
    const NodeId parent = node.parent;
    Node& above = change(parent);
    above.child = node.sibling;
    put_seal(above);
    shared_->waiting += waits(parent);
    node.sibling = shared_->free;
    put_seal(node);
    shared_->free = at;
    --shared_->live;
    at = parent;
  }
}

void TraceTree::clear() {
  open();
  nodes_.clear();
  nodes_.push_back(Node{});
  nodes_.back().epoch = journal_->epoch();
  put_seal(nodes_.back());
  shared_->free = kNone;
  shared_->live = 0;
  shared_->waiting = 0;
  shared_->damaged = false;
}

TraceTree::NodeId TraceTree::allocate(NodeId parent, const order::Mark& mark) {
  open();
  NodeId id = shared_->free;
  if (id != kNone && is_sound(id)) {
    journal_->save_once(nodes_[id]);
    shared_->free = nodes_[id].sibling;
  } else if (nodes_.full()) {
    return kNone;
  } else {
    id = static_cast<NodeId>(nodes_.size());
    nodes_.push_back(Node{});
  }
  ++shared_->live;
  ++shared_->waiting;
  Node fresh;
  fresh.epoch = journal_->epoch();
  fresh.mark = mark;
  fresh.parent = parent;
  nodes_[id] = fresh;
  put_seal(nodes_[id]);
  return id;
}

TraceTree::Node& TraceTree::change(NodeId id) {
  is_sound(id);
  journal_->save_once(nodes_[id]);
  return nodes_[id];
}

// 1 if it is the end of an execution that is still to be done.
uint64_t TraceTree::waits(NodeId id) const {
  const Node& node = nodes_[id];
  return id != kRoot && node.child == kNone && !node.executed && !node.done ? 1 : 0;
}

void TraceTree::open() {
  if (shared_->epoch != journal_->epoch()) {
    journal_->save(nodes_.size_word());
    journal_->save_once(*shared_);
  }
}

bool TraceTree::is_sound(NodeId id) const {
  if (id < nodes_.size() && is_sealed(nodes_[id])) {
    return true;
  }
  shared_->damaged = true;
  return false;
}

}  // namespace heddle::search

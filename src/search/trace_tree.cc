// SPDX-License-Identifier: Apache-2.0
#include "search/trace_tree.h"

#include "search/seal.h"

#include <algorithm>

namespace heddle::search {
namespace {

using Node = TraceTree::Node;

// Odd, so that no change goes unnoticed.
uint32_t weight_of(uint32_t again) { return again * 0x9e3779b9U; }

// In place of the usual ones.
bool is_sealed(const Node& node) { return node.seal == seal_of(node) + weight_of(node.again); }
void put_seal(Node& node) { node.seal = seal_of(node) + weight_of(node.again); }

}  // namespace

TraceTree::TraceTree(base::Region& region, explore::Journal& journal)
    : journal_(&journal), shared_(&region.take_one<Shared>()) {
  const size_t room = (region.left() - 64) / sizeof(Node);
  nodes_ = base::List<Node>(region, std::min<size_t>(room, kNone - 1));
  if (!shared_->begun) {
    journal.save(*shared_);
    *shared_ = Shared{.begun = true};
    journal.save(nodes_.size_word());
    journal.append(nodes_, Node{});
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

// As the last child.
void TraceTree::link(NodeId parent, NodeId node) {
  NodeId last = kNone;
  for_each_child(parent, [&](NodeId child) {
    last = child;
    return false;
  });
  shared_->waiting -= waits(parent);
  Node& above = change(last == kNone ? parent : last);
  (last == kNone ? above.child : above.sibling) = node;
  put_seal(above);
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
  node.settle(mark, step);
  put_seal(node);
}

void TraceTree::Node::settle(const order::Mark& as, const event::Event& step) {
  mark = as;
  fingerprint = step.fingerprint;
  option = step.chosen;
  options = step.options;
  executed = true;
}

void TraceTree::set_again(NodeId id, uint32_t again) {
  Node& node = nodes_[id];
  if (node.epoch != journal_->epoch()) {
    put_seal(change(id));
  }
  node.seal += weight_of(again) - weight_of(node.again);
  node.again = again;
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

// Without recursion: as deep as an execution is long.  Who is above what is dropped is dropped,
// too, and needs no change for it; but for the top.
void TraceTree::drop_below(NodeId top) {
  open();
  if (nodes_[top].child == kNone) {
    return;
  }
  NodeId at = top;
  bool below_is_dropped = false;
  for (;;) {
    const NodeId child = below_is_dropped ? kNone : nodes_[at].child;
    if (child != kNone && is_sound(child)) {
      at = child;
      continue;
    }
    if (at == top) {
      break;
    }
    const NodeId next = nodes_[at].sibling;
    const NodeId parent = nodes_[at].parent;
    drop(at);
    below_is_dropped = next == kNone || !is_sound(next);
    at = below_is_dropped ? parent : next;
  }
  Node& node = change(top);
  node.child = kNone;
  put_seal(node);
  shared_->waiting += waits(top);
}

void TraceTree::drop(NodeId id) {
  shared_->waiting -= waits(id);
  --shared_->live;
  journal_->save_once(nodes_[id]);
  nodes_[id].sibling = shared_->free;
  put_seal(nodes_[id]);
  shared_->free = id;
}

void TraceTree::clear() {
  open();
  nodes_.clear();
  journal_->append(nodes_, Node{});
  nodes_.back().epoch = journal_->epoch();
  put_seal(nodes_.back());
  shared_->free = kNone;
  shared_->live = 0;
  shared_->waiting = 0;
  shared_->damaged = false;
}

// One that is free, to be written to; kNone.
TraceTree::NodeId TraceTree::take() {
  const NodeId id = shared_->free;
  if (id != kNone && is_sound(id)) {
    journal_->save_once(nodes_[id]);
    shared_->free = nodes_[id].sibling;
    ++shared_->live;
    return id;
  }
  if (nodes_.full()) {
    return kNone;
  }
  journal_->append(nodes_, Node{});
  ++shared_->live;
  return static_cast<NodeId>(nodes_.size() - 1);
}

TraceTree::NodeId TraceTree::allocate(NodeId parent, const order::Mark& mark) {
  open();
  const NodeId id = take();
  if (id != kNone) {
    Node fresh;
    fresh.mark = mark;
    fresh.parent = parent;
    write(id, fresh);
  }
  return id;
}

void TraceTree::write(NodeId id, Node& fresh) {
  fresh.epoch = journal_->epoch();
  put_seal(fresh);
  nodes_[id] = fresh;
  shared_->waiting += waits(id);
}

TraceTree::Node& TraceTree::change(NodeId id) {
  (void)is_sound(id);
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

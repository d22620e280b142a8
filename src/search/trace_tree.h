// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "event/schedule.h"
#include "explore/journal.h"
#include "order/mark.h"

#include <cstdint>
#include <span>

namespace heddle::search {

// The executions that a search by traces has under way: a tree whose nodes are steps.  In the words
// of "Source Sets" (see OptimalReduction) it is the wakeup trees of all nodes of the path under
// way, together with their sleep sets.
//
// Of the children of a node, the first ones are done; all that follows them was explored, and of
// them only the step is left.  The next one leads to the execution under way.  Those after it wait,
// with as much below them as is known of what shall be done there.
class TraceTree {
 public:
  using NodeId = uint32_t;
  static constexpr NodeId kNone = 0xffffffff;
  static constexpr NodeId kRoot = 0;

  struct Node {
    uint64_t epoch = 0;  // of the journal, when it was saved
    order::Mark mark;
    NodeId parent = kNone;
    NodeId child = kNone;    // the first
    NodeId sibling = kNone;  // the next one; among the free ones: the next
    uint32_t fingerprint = 0;
    uint16_t option = 0;
    uint16_t options = 0;
    bool executed = false;
    bool done = false;
    bool other_outcome = false;  // of the operation that the node before it does
    uint32_t seal = 0;           // of all this and of:
    uint32_t again = 0;          // whoever searches says what that is

    // It was executed as this step.
    void settle(const order::Mark& as, const event::Event& step);
  };

  // Over zeroed memory, or over what another process left there.
  TraceTree(base::Region& region, explore::Journal& journal);

  [[nodiscard]] const Node& operator[](NodeId node) const { return nodes_[node]; }

  // Whether all nodes that were looked at are as they were left.
  [[nodiscard]] bool intact() const { return !shared_->damaged; }
  [[nodiscard]] uint64_t live() const { return shared_->live; }
  // Executions that are known of, and still to be done.
  [[nodiscard]] uint64_t waiting() const { return shared_->waiting; }

  // All nodes that there were at a time lie in here.
  [[nodiscard]] std::span<std::byte> memory() { return nodes_.memory(); }

  // Whether it is as it was left.
  [[nodiscard]] bool is_sound(NodeId id) const;

  // Whether another one waits beside it, to be done after it.
  [[nodiscard]] bool has_next(NodeId node) const {
    return is_sound(node) && nodes_[node].sibling != kNone;
  }

  // The first child that is not done; kNone.
  [[nodiscard]] NodeId next_child(NodeId node) const;

  // Tells `take` of the children, in order, until it says stop.
  template <typename Take>
  void for_each_child(NodeId node, Take take) const {
    for (NodeId child = nodes_[node].child; child != kNone; child = nodes_[child].sibling) {
      if (!is_sound(child) || take(child)) {
        return;
      }
    }
  }

  // New nodes, as the last child and one below the other; `fill` is told of each.  False if there
  // is no memory left.
  template <typename Fill>
  bool add_chain(NodeId parent, size_t count, Fill fill);
  // A new node; kNone if there is no memory left.
  NodeId add_outcome(NodeId before, const order::Mark& mark);

  // The node was executed as this step.
  void settle(NodeId node, const order::Mark& mark, const event::Event& step);

  // For almost nothing, if the node was changed since the last commit.
  void set_again(NodeId node, uint32_t again);

  // All below it is done, and forgotten.
  void finish(NodeId node);

  // What is below it cannot be done.
  void drop_below(NodeId node);

  void clear();

 private:
  struct Shared {
    uint64_t epoch = 0;  // of the journal, when it was saved
    uint64_t live = 0;
    uint64_t waiting = 0;  // ends of what is known, apart from the root
    NodeId free = kNone;
    bool begun = false;
    bool damaged = false;
  };

  void link(NodeId parent, NodeId node);
  NodeId take();
  void write(NodeId id, Node& fresh);
  void drop(NodeId id);
  NodeId add_after(NodeId before, const order::Mark& mark);
  NodeId allocate(NodeId parent, const order::Mark& mark);
  Node& change(NodeId node);
  [[nodiscard]] uint64_t waits(NodeId node) const;
  void open();

  explore::Journal* journal_;
  Shared* shared_;
  base::List<Node> nodes_;
};

template <typename Fill>
bool TraceTree::add_chain(NodeId parent, size_t count, Fill fill) {
  if (count == 0) {
    return true;
  }
  open();
  NodeId id = take();
  if (id != kNone) {
    link(parent, id);
  }
  for (size_t i = 0; i < count && id != kNone; ++i) {
    const NodeId next = i + 1 < count ? take() : kNone;
    Node fresh;
    fresh.parent = parent;
    fresh.child = next;
    fill(i, id, fresh);
    write(id, fresh);
    parent = id;
    id = next;
    if (id == kNone) {
      return i + 1 == count;
    }
  }
  return false;
}

}  // namespace heddle::search

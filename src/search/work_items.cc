// SPDX-License-Identifier: Apache-2.0
#include "search/work_items.h"

#include "base/check.h"

#include <algorithm>

namespace heddle::search {

using event::Deviation;

WorkItems::WorkItems(base::Region& region)
    : free_(&region.take_one<ItemId>()), live_(&region.take_one<uint64_t>()) {
  const size_t room = (region.left() - 64) / sizeof(Item);
  items_ = base::List<Item>(region, std::min<size_t>(room, kNone - 1));
  if (items_.empty()) {
    *free_ = kNone;
  }
}

WorkItems::ItemId WorkItems::make_root() {
  const ItemId root = allocate();
  items_[root] = Item{};
  items_[root].references = 1;
  return root;
}

bool WorkItems::push(Stack& stack, ItemId parent, const Alternative& alternative) {
  const ItemId id = allocate();
  if (id == kNone) {
    return false;
  }
  items_[id].parent = parent;
  items_[id].next = stack.top;
  items_[id].references = 1;
  items_[id].deviation = Deviation{alternative.position, alternative.option,
                                   alternative.event.options, alternative.event.fingerprint};
  ++items_[parent].references;
  stack.top = id;
  ++stack.size;
  return true;
}

WorkItems::ItemId WorkItems::pop(Stack& stack) {
  const ItemId id = stack.top;
  if (id != kNone) {
    stack.top = items_[id].next;
    --stack.size;
  }
  return id;
}

void WorkItems::lay_down(ItemId item, explore::Plan& plan) const {
  plan.clear();
  for (ItemId at = item; items_[at].parent != kNone; at = items_[at].parent) {
    plan.push_back(items_[at].deviation);
  }
  plan.reverse();
}

uint32_t WorkItems::fresh_from(ItemId item) const {
  return items_[item].parent == kNone ? 0 : items_[item].deviation.position + 1;
}

void WorkItems::release(ItemId item) {
  while (item != kNone && --items_[item].references == 0) {
    const ItemId parent = items_[item].parent;
    items_[item].next = *free_;
    *free_ = item;
    --*live_;
    item = parent;
  }
}

WorkItems::ItemId WorkItems::allocate() {
  if (*free_ != kNone) {
    const ItemId id = *free_;
    *free_ = items_[id].next;
    ++*live_;
    return id;
  }
  if (items_.full()) {
    return kNone;
  }
  items_.push_back(Item{});
  ++*live_;
  return static_cast<ItemId>(items_.size() - 1);
}

}  // namespace heddle::search

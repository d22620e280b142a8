// SPDX-License-Identifier: Apache-2.0
#include "search/work_items.h"

#include "base/check.h"
#include "search/seal.h"

#include <algorithm>

namespace heddle::search {

using event::Deviation;

WorkItems::WorkItems(base::Region& region, explore::Journal& journal)
    : journal_(&journal), shared_(&region.take_one<Shared>()) {
  const size_t room = (region.left() - 64) / sizeof(Item);
  items_ = base::List<Item>(region, std::min<size_t>(room, kNone - 1));
  if (!shared_->begun) {
    journal.save(*shared_);
    *shared_ = Shared{.begun = true};
  }
}

WorkItems::ItemId WorkItems::make_root() {
  const ItemId root = allocate();
  Item& item = change(root);
  item = Item{};
  item.references = 1;
  put_seal(item);
  return root;
}

bool WorkItems::push(Stack& stack, ItemId parent, const Alternative& alternative) {
  const ItemId id = make(parent,
                         {alternative.position, alternative.option, alternative.event.options,
                          alternative.event.fingerprint},
                         alternative.preemptions, stack.top);
  if (id == kNone) {
    return false;
  }
  stack.top = id;
  ++stack.size;
  return true;
}

WorkItems::ItemId WorkItems::make(ItemId parent, const Deviation& deviation, uint32_t preemptions,
                                  ItemId next) {
  const ItemId id = allocate();
  if (id == kNone) {
    return kNone;
  }
  Item& item = change(id);
  item.parent = parent;
  item.next = next;
  item.references = 1;
  item.deviation = deviation;
  item.preemptions = preemptions;
  put_seal(item);
  Item& above = change_parent(parent);
  ++above.references;
  put_seal(above);
  return id;
}

void WorkItems::put(Stack& stack, ItemId id) {
  open();
  set_next(id, stack.top);
  stack.top = id;
  ++stack.size;
}

void WorkItems::set_next(ItemId id, ItemId next) {
  Item& item = change(id);
  item.next = next;
  put_seal(item);
}

WorkItems::ItemId WorkItems::pop(Stack& stack) {
  const ItemId id = stack.top;
  if (id == kNone || !is_sound(id)) {
    return kNone;
  }
  stack.top = items_[id].next;
  --stack.size;
  return id;
}

void WorkItems::lay_down(ItemId item, explore::Plan& plan) const {
  plan.clear();
  for (ItemId at = item; is_sound(at) && items_[at].parent != kNone; at = items_[at].parent) {
    plan.push_back(items_[at].deviation);
  }
  plan.reverse();
}

uint32_t WorkItems::fresh_from(ItemId item) const {
  return items_[item].parent == kNone ? 0 : items_[item].deviation.position + 1;
}

void WorkItems::settle(ItemId id, uint16_t option) {
  open();
  Item& item = change(id);
  item.deviation.option = option;
  put_seal(item);
}

void WorkItems::release(ItemId id) {
  open();
  while (id != kNone) {
    Item& item = change(id);
    const ItemId parent = item.parent;
    const bool is_free = --item.references == 0;
    if (is_free) {
      item.next = shared_->free;
      shared_->free = id;
      --shared_->live;
    }
    put_seal(item);
    id = is_free ? parent : kNone;
  }
}

void WorkItems::clear() {
  open();
  items_.clear();
  shared_->free = kNone;
  shared_->live = 0;
  shared_->damaged = false;
}

WorkItems::ItemId WorkItems::allocate() {
  open();
  const ItemId id = shared_->free;
  if (id != kNone && is_sound(id)) {
    shared_->free = items_[id].next;
    ++shared_->live;
    return id;
  }
  if (items_.full()) {
    return kNone;
  }
  journal_->append(items_, Item{});
  ++shared_->live;
  return static_cast<ItemId>(items_.size() - 1);
}

void WorkItems::open() {
  if (shared_->epoch != journal_->epoch()) {
    journal_->save(items_.size_word());
    journal_->save_once(*shared_);
    shared_->committed = items_.size();
  }
}

WorkItems::Item& WorkItems::change(ItemId id) {
  Item& item = items_[id];
  if (id < shared_->committed) {
    journal_->save(item);
  }
  return item;
}

// Of thousands of alternatives in a row; saved with the first.
WorkItems::Item& WorkItems::change_parent(ItemId id) {
  if (id == saved_parent_ && journal_->epoch() == saved_epoch_) {
    return items_[id];
  }
  saved_parent_ = id;
  saved_epoch_ = journal_->epoch();
  return change(id);
}

bool WorkItems::is_sound(ItemId id) const {
  const bool sound = id < items_.size() && is_sealed(items_[id]);
  shared_->damaged |= !sound;
  return sound;
}

}  // namespace heddle::search

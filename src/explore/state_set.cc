// SPDX-License-Identifier: Apache-2.0
// The index is open addressing with linear probing over slots of four bytes, filled up to
// 85 %; then it is made anew, half as large again, in the same place.  So a state costs 16 +
// 4 / 0.85 = 20.7 bytes just before and 16 + 4 / 0.57 = 23.1 just after.
#include "explore/state_set.h"

#include "base/in_order.h"

#include <algorithm>

namespace heddle::explore {
namespace {

__extension__ using Wide = unsigned __int128;

uint64_t limit_of(uint64_t slots) { return slots / 20 * 17; }
uint64_t next_size(uint64_t slots) { return slots + slots / 2; }

}  // namespace

size_t StateSet::least_bytes() { return sizeof(Header) + 2 * kFirstSlots * sizeof(Slot) + 64; }

StateSet::StateSet(base::Region region, Journal& journal, Index& index)
    : journal_(&journal), header_(&region.take_one<Header>()), index_(&index) {
  // Twice as many slots as states: more than the index ever has for them.
  const size_t left = region.left() - 2 * kFirstSlots * sizeof(Slot) - 32;
  capacity_ = std::min<uint64_t>(left / (sizeof(Entry) + 2 * sizeof(Slot)), kMostStates);
  states_ = region.take<Entry>(capacity_).data();
  slots_ = region.take<Slot>(2 * capacity_ + 2 * kFirstSlots).data();
  journal.exclude(slots_, (2 * capacity_ + 2 * kFirstSlots) * sizeof(Slot));
}

void StateSet::recover() {
  if (index_->slots == 0 || index_->building != 0 || index_->clearings != header_->clearings) {
    uint64_t slots = std::max(index_->slots, kFirstSlots);
    while (header_->size >= limit_of(slots)) {
      slots = next_size(slots);
    }
    make_index(slots);
    index_->clearings = header_->clearings;
  }
}

bool StateSet::add(const order::Fingerprint& state, uint32_t preemptions) {
  const uint64_t few = std::min(preemptions, kMostPreemptions);
  const Entry entry{state.low, (state.high & ~kPreemptionBits) | few};
  Entry* known = look_up(entry);
  return (known == nullptr || (known->high & kPreemptionBits) > few) && add_new(known, entry);
}

// It is not there, or was reached with more.
bool StateSet::add_new(Entry* known, const Entry& entry) {
  const uint64_t few = entry.high & kPreemptionBits;
  open();
  if (known != nullptr) {
    journal_->save(*known);
    --header_->reached_with[known->high & kPreemptionBits];
    ++header_->reached_with[few];
    *known = entry;
    return true;
  }
  if (header_->size == capacity_) {
    header_->overflowed = true;
    return true;
  }
  journal_->save_fresh(states_[header_->size]);
  states_[header_->size] = entry;
  ++header_->reached_with[few];
  if (index_->used >= limit_of(index_->slots)) {
    make_index(header_->size >= limit_of(index_->slots) ? next_size(index_->slots) : index_->slots);
  }
  enter(header_->size);
  ++header_->size;
  return true;
}

std::optional<uint32_t> StateSet::find(const order::Fingerprint& state) const {
  const Entry* known = look_up({state.low, state.high & ~kPreemptionBits});
  if (known == nullptr) {
    return std::nullopt;
  }
  return static_cast<uint32_t>(known->high & kPreemptionBits);
}

void StateSet::set_overflowed() {
  open();
  header_->overflowed = true;
}

// What is left in the index is found to be nothing.  It may be made anew before the next commit,
// and does not know what there was then.
void StateSet::clear() {
  open();
  index_->clearings = ++header_->clearings;
  header_->size = 0;
  header_->overflowed = false;
  for (uint64_t& count : header_->reached_with) {
    count = 0;
  }
}

uint64_t StateSet::bytes_used() const {
  return header_->size * sizeof(Entry) + index_->slots * sizeof(Slot);
}

uint64_t StateSet::first_slot(uint64_t hash) const {
  return static_cast<uint64_t>((Wide{hash << 6} * index_->slots) >> 64);
}

StateSet::Slot StateSet::slot_for(uint64_t number, uint64_t hash) const {
  return static_cast<Slot>(number + 1) | static_cast<Slot>(hash << kNumberBits);
}

StateSet::Entry* StateSet::look_up(const Entry& entry) const {
  constexpr Slot kNumber = (Slot{1} << kNumberBits) - 1;
  const uint64_t hash = StateSet::hash(entry);
  const Slot mark = static_cast<Slot>(hash << kNumberBits);
  uint64_t at = first_slot(hash);
  while (slots_[at] != 0) {
    const Slot slot = slots_[at];
    const uint64_t number = (slot & kNumber) - 1;
    if ((slot & ~kNumber) == mark && number < header_->size) {
      Entry& found = states_[number];
      if (found.low == entry.low && ((found.high ^ entry.high) & ~kPreemptionBits) == 0) {
        return &found;
      }
    }
    at = at + 1 == index_->slots ? 0 : at + 1;
  }
  return nullptr;
}

void StateSet::enter(uint64_t number) {
  const uint64_t hash = StateSet::hash(states_[number]);
  uint64_t at = first_slot(hash);
  while (slots_[at] != 0) {
    at = at + 1 == index_->slots ? 0 : at + 1;
  }
  slots_[at] = slot_for(number, hash);
  ++index_->used;
}

// Whoever comes after a process that died in here begins anew, see recover().
void StateSet::make_index(uint64_t slots) {
  index_->building = 1;
  base::in_this_order();
  index_->slots = slots;
  index_->used = 0;
  std::fill(slots_, slots_ + slots, Slot{0});
  for (uint64_t i = 0; i < header_->size; ++i) {
    enter(i);
  }
  base::in_this_order();
  index_->building = 0;
}

void StateSet::open() { journal_->save_once(*header_); }

}  // namespace heddle::explore

// SPDX-License-Identifier: Apache-2.0
#include "search/turned_race.h"

#include <algorithm>

namespace heddle::search {

using order::Mark;

void TurnedRace::begin(const order::PartialOrder& order, uint32_t a, uint32_t b,
                       const Mark& second) {
  order_ = &order;
  from_ = a + 1;
  b_ = b;
  has_second_ = true;
  has_first_ = false;
  second_ = second;
  if (++number_ == 0) {
    number_ = 1;
    known_ = 0;
  }
  for (; known_ < order.size(); ++known_) {
    removed_[known_] = 0;
  }
}

void TurnedRace::add_first(const Mark& first) {
  has_first_ = true;
  first_ = first;
}

// Whether a step of the execution is in it.
bool TurnedRace::has(uint32_t step) const {
  return step != b_ && removed_[step] != number_ && !order_->is_gone(step);
}

template <typename Take>
uint32_t TurnedRace::find(uint64_t bits, Take take) const {
  const uint64_t* all = order_->all_bits().data();
  const auto end = static_cast<uint32_t>(order_->size());
  for (uint32_t i = from_; i < end; ++i) {
    while (i + 4 < end && ((all[i] | all[i + 1] | all[i + 2] | all[i + 3]) & bits) == 0) {
      i += 4;
    }
    if ((all[i] & bits) != 0 && has(i) && take(order_->mark(i))) {
      return i;
    }
  }
  return kNowhere;
}

uint32_t TurnedRace::place_if_first(const Mark& step, uint64_t bits) const {
  const auto stops = [&](const Mark& other) { return dependent(other, step, order_->uses()); };
  uint32_t found = find(bits, stops);
  if (found == kNowhere && has_second_ && stops(second_)) {
    found = kSecond;
  }
  if (found == kNowhere && has_first_ && stops(first_)) {
    found = kFirst;
  }
  if (found == kNowhere) {
    return kNotThere;
  }
  return mark_of(found).is_choice(step) ? found : kNowhere;
}

void TurnedRace::remove(uint32_t place) {
  if (place == kSecond) {
    has_second_ = false;
  } else if (place == kFirst) {
    has_first_ = false;
  } else if (place < order_->size()) {
    removed_[place] = number_;
    while (from_ < order_->size() && !has(from_)) {
      ++from_;  // or a long sequence would be gone through from its start for each of its steps
    }
  }
}

uint32_t TurnedRace::last() const {
  if (has_first_ || has_second_) {
    return has_first_ ? kFirst : kSecond;
  }
  for (auto i = static_cast<uint32_t>(order_->size()); i-- > from_;) {
    if (has(i)) {
      return i;
    }
  }
  return kNowhere;
}

base::List<TurnedRace::Step>& TurnedRace::write_down() {
  steps_.clear();
  order_->for_each_left(from_, [&](uint32_t step) {
    if (has(step)) {
      steps_.push_back({step, false, order_->all_bits()[step]});
    }
  });
  if (has_second_) {
    steps_.push_back({kSecond, true, bits_of(second_)});
  }
  if (has_first_) {
    steps_.push_back({kFirst, true, bits_of(first_)});
  }
  return steps_;
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the files of PartialOrder have in common.
#include "base/hash.h"
#include "order/partial_order.h"

namespace heddle::order {

inline constexpr uint64_t kWordBytes = 8;

inline uint64_t end_of(const Touch& touch) { return touch.at + touch.bytes; }

inline bool covers(const Touch& whole, const Touch& part) {
  return whole.what != Touch::What::memory ||
         (whole.at <= part.at && end_of(whole) >= end_of(part));
}

// Memory is told by its words of eight bytes, everything else is one thing.
inline uint64_t key_of(Touch::What what, uint64_t at) {
  return base::mix(at * 8 + static_cast<uint64_t>(what)) | 1;
}
inline uint64_t key_of(const Touch& thing) {
  return thing.what != Touch::What::resource
             ? key_of(thing.what, thing.at)
             : base::combine(key_of(thing.what, thing.at), thing.bytes) | 1;
}

// What the step has made of it.
inline primitive::Tally PartialOrder::tally_at(const Link& link) const {
  return link.before == kNone ? link.tally : link.tally - links_[link.before].tally;
}

// From a link that is gone, one before it: all between them are gone, too.
inline uint32_t PartialOrder::before_gone(uint32_t link) const {
  const uint32_t jump = links_[link].jump;
  return jump != kNone && is_gone(links_[jump].step) ? jump : links_[link].before;
}

// The latest link before it of another step.
inline uint32_t PartialOrder::before_step(size_t link) const {
  uint32_t at = links_[link].before;
  while (at != kNone && links_[at].step == links_[link].step) {
    at = links_[at].before;
  }
  return at;
}

// Tells `take` of each thing that is touched.
template <typename Take>
void for_each_key(const Touch& touch, Take take) {
  if (touch.use == event::Use::none) {
    return;
  }
  if (touch.what != Touch::What::memory) {
    take(key_of(touch));
    return;
  }
  for (uint64_t word = touch.at / kWordBytes; word <= (end_of(touch) - 1) / kWordBytes; ++word) {
    take(key_of(touch.what, word));
  }
}

// From a link that conflicts with nothing, one before it that may.  Memory is not added to, so
// between reads there are only reads.
inline uint32_t PartialOrder::before_commuting(uint32_t at, const Touch& touch) const {
  const Link& link = links_[at];
  const bool reads = touch.use == event::Use::reads && link.touch.use == event::Use::reads;
  return reads && touch.what == Touch::What::memory && link.changed != at ? link.changed
                                                                          : link.before;
}

// Tells `take` of those from this link back that cannot be swapped with what touches it so, the
// latest first, until it says stop.
template <typename Take>
void PartialOrder::walk_back(const Touch& touch, uint32_t at, Take take) const {
  while (at != kNone) {
    const Link& link = links_[at];
    if (!conflict(link.touch, touch)) {
      at = before_commuting(at, touch);
    } else if (take(link)) {
      return;
    } else {
      at = link.before;
    }
  }
}

// The same without those that are gone.
template <typename Take>
void PartialOrder::walk_back_left(const Touch& touch, uint64_t key, uint32_t step,
                                  Take take) const {
  uint32_t at = latest_link(key, step);
  while (at != kNone) {
    const Link& link = links_[at];
    if (is_gone(link.step)) {
      at = before_gone(at);
    } else if (!conflict(link.touch, touch)) {
      at = before_commuting(at, touch);
    } else if (take(link)) {
      return;
    } else {
      at = link.before;
    }
  }
}

}  // namespace heddle::order

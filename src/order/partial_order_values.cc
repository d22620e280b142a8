// SPDX-License-Identifier: Apache-2.0
// What a compare-exchange would find, if it were done before others.
#include "order/partial_order.h"
#include "order/partial_order_inline.h"

#include <algorithm>

namespace heddle::order {

using event::Event;
using event::OpKind;
using event::ThreadId;
using event::Use;

namespace {

bool byte_of(const Event& event, uint64_t offset, uint8_t& found) {
  if (offset >= sizeof event.value) {
    return false;
  }
  found = static_cast<uint8_t>(event.value >> (8 * offset));
  return true;
}

}  // namespace

// Whether a compare-exchange would find what it expects, if that can be known.
Use PartialOrder::exchange_without(const Turned& b) const {
  const Touch& used = b.mark.touches[0];
  const bool succeeds = b.done && b.event.result == 0;
  const ThreadId expected = succeeds ? event::expected_by(b.event.value) : b.event.other;
  const auto use_if_found = [&](ThreadId found) {
    return found == expected ? Use::changes : Use::reads;
  };
  uint64_t found = 0;
  for (uint32_t i = 0; i < used.bytes; ++i) {
    uint8_t byte = 0;
    if (i >= sizeof found || !byte_without(b, used.at + i, byte)) {
      const ThreadId written = exchanged_without(b);
      return written == event::kNoThread ? Use::changes : use_if_found(written);
    }
    found |= uint64_t{byte} << (8 * i);
  }
  return use_if_found(event::expected_by(found));
}

// What is there before the first of those that depend on `a`, or after the last of the other steps,
// if one of them tells; if none is left out, that is what it has found itself.
bool PartialOrder::byte_without(const Turned& b, uint64_t byte, uint8_t& found) const {
  uint32_t first = kNone;
  uint32_t last = kNone;
  for (uint32_t at = latest_link(key_of(Touch::What::memory, byte / kWordBytes), b.at);
       at != kNone && last == kNone; at = links_[at].before) {
    const Touch& touch = links_[at].touch;
    if (byte < touch.at || byte >= end_of(touch)) {
      continue;
    }
    (is_gone(links_[at].step) ? first : last) = links_[at].step;
  }
  if (first == kNone && b.done) {
    return byte_of(b.event, byte - b.event.identity, found);
  }
  const bool tells =
      first != kNone && (log_[first].kind == OpKind::atomic_cas ||
                         event::use_of_object({.kind = log_[first].kind}) == Use::reads);
  if (tells) {
    return byte_of(log_[first], byte - log_[first].identity, found);
  }
  const bool exchanged =
      last != kNone && log_[last].kind == OpKind::atomic_cas && log_[last].result == 0;
  return last != kNone && !exchanged && byte_of(log_[last], byte - log_[last].identity, found);
}

// If the last of the other steps is a compare-exchange of just that: what it has written, as a
// hash.
ThreadId PartialOrder::exchanged_without(const Turned& b) const {
  const Touch& used = b.mark.touches[0];
  if (used.at / kWordBytes != (end_of(used) - 1) / kWordBytes) {
    return event::kNoThread;  // others may have changed a part of it
  }
  uint32_t at = latest_link(key_of(Touch::What::memory, used.at / kWordBytes), b.at);
  while (at != kNone && (is_gone(links_[at].step) || links_[at].touch.at >= end_of(used) ||
                         end_of(links_[at].touch) <= used.at)) {
    at = links_[at].before;
  }
  if (at == kNone || links_[at].touch.at != used.at || links_[at].touch.bytes != used.bytes) {
    return event::kNoThread;
  }
  const Event& last = log_[links_[at].step];
  return last.kind == OpKind::atomic_cas && last.result == 0 ? last.other : event::kNoThread;
}

}  // namespace heddle::order

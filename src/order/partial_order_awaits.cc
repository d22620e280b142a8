// SPDX-License-Identifier: Apache-2.0
// Whether a read that waits could be done before others: from what those have found that are left
// out.
#include "order/partial_order.h"
#include "order/partial_order_inline.h"

#include <algorithm>

namespace heddle::order {

using event::Event;
using event::ThreadId;

// Whether a thread that waits in a loop would read what brings it back to where it is.  What is in
// memory is what the first of the other accesses has found, whoever has written it and how.
bool PartialOrder::comes_back_without(const Turned& b) const {
  const Touch& used = b.mark.touches[0];
  uint32_t first = kNone;
  for (uint32_t at = latest_link(key_of(Touch::What::memory, used.at / kWordBytes), b.at);
       at != kNone && links_[at].step >= first_gone(); at = links_[at].before) {
    const Touch& touch = links_[at].touch;
    const bool meets = touch.at < end_of(used) && used.at < end_of(touch);
    first = meets && is_gone(links_[at].step) ? links_[at].step : first;
  }
  if (first == kNone) {
    return !b.done && !b.ready;
  }
  const Event& found = log_[first];
  const ThreadId value = primitive::value_found_by(found);
  if (found.identity != used.at || std::max(found.bytes, 1U) != used.bytes ||
      value == event::kNoThread) {
    could_not_ask_ = true;
    return false;
  }
  const uint64_t state = awaits_.state_of(b.event.await());
  const event::AwaitRecord::What what = awaits_.with(state, value);
  if (what == event::AwaitRecord::What::state) {
    ask(state, value);
  }
  return what == event::AwaitRecord::What::comes_back;
}

void PartialOrder::ask(uint64_t state, ThreadId value) const {
  const auto same = [&](const event::AwaitRecord& asked) {
    return asked.state == state && asked.value == event::index(value);
  };
  if (awaits_.is_asked(state, value) || std::any_of(asked_.begin(), asked_.end(), same)) {
    return;
  }
  if (asked_.full()) {
    could_not_ask_ = true;
    return;
  }
  asked_.push_back(
      {.state = state, .value = event::index(value), .what = event::AwaitRecord::What::asked});
}

}  // namespace heddle::order

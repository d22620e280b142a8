// SPDX-License-Identifier: Apache-2.0
// Who holds which lock.
#include "primitive/state.h"

namespace heddle::primitive {

using event::ObjectId;
using event::ThreadId;

void State::hold(ObjectId object, ThreadId thread, uint32_t step) {
  for (Hold& hold : holds_) {
    if (hold.object == object && hold.thread == thread) {
      ++hold.count;
      return;
    }
  }
  holds_.push_back({object, thread, 1, step});
}

void State::release(ObjectId object, ThreadId thread) {
  for (size_t i = 0; i < holds_.size(); ++i) {
    Hold& hold = holds_[i];
    if (hold.object == object && hold.thread == thread) {
      if (--hold.count == 0) {
        holds_.remove_unordered(i);
      }
      return;
    }
  }
}

void State::forget_steps() {
  for (Hold& hold : holds_) {
    hold.since = 0;
  }
}

const Hold* State::find_hold(ObjectId object, ThreadId thread) const {
  for (const Hold& hold : holds_) {
    if (hold.object == object && hold.thread == thread) {
      return &hold;
    }
  }
  return nullptr;
}

}  // namespace heddle::primitive

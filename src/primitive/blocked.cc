// SPDX-License-Identifier: Apache-2.0
#include "primitive/blocked.h"

#include "primitive/primitives.h"

namespace heddle::primitive {
namespace {

using event::OpKind;
using event::ThreadId;

// Tells `each` of every thread that must act before the blocked thread `id` can go
// on, until it says so; nobody, where anybody could help.
template <typename Each>
bool any_holder(const World& world, ThreadId id, Each each) {
  const Thread& thread = world.thread(id);
  return ask_primitive(thread.pending.kind, [&](const auto& primitive) {
    return primitive.any_holder(world, thread, each);
  });
}

// Whether somebody may wait for a thread that has ended, so that it no longer waits to join it.
bool some_wait_for(const World& world, ThreadId ended) {
  for (size_t i = 0; i < world.thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    if (is_blocked(world, id) && world.thread(id).pending.kind != OpKind::thread_join &&
        any_holder(world, id, [&](ThreadId holder) { return holder == ended; })) {
      return true;
    }
  }
  return false;
}

}  // namespace

ThreadId holder_for(const World& world, ThreadId thread) {
  if (!is_blocked(world, thread)) {
    return event::kNoThread;
  }
  // Of several, one that will never let go tells most.
  ThreadId holder = event::kNoThread;
  any_holder(world, thread, [&](ThreadId other) {
    const bool never = other == thread || world.thread(other).ended;
    holder = never || holder == event::kNoThread ? other : holder;
    return never;
  });
  return holder;
}

bool may_be_blocked_for_good_at_closer_look(const World& world, ThreadId last) {
  if (last == event::kNoThread) {
    return world.thread_count() > 1;
  }
  if (world.thread(last).ended) {
    return some_wait_for(world, last);
  }
  if (!is_blocked(world, last)) {
    return true;
  }
  return any_holder(world, last, [&](ThreadId other) {
    return other != last && (world.thread(other).ended || is_blocked(world, other));
  });
}

// The largest set of blocked threads each of which waits for somebody in the set,
// for itself, or for a thread that has ended.
bool blocked_for_good(const World& world, ThreadId thread) {
  if (!is_blocked(world, thread)) {
    return false;
  }
  const size_t count = world.thread_count();
  bool in_set[event::kMaxThreads] = {};
  for (size_t i = 0; i < count; ++i) {
    in_set[i] = is_blocked(world, static_cast<ThreadId>(i));
  }
  for (bool changed = true; changed && in_set[event::index(thread)];) {
    changed = false;
    for (size_t i = 0; i < count; ++i) {
      const auto id = static_cast<ThreadId>(i);
      const bool stays =
          in_set[i] && any_holder(world, id, [&](ThreadId other) {
            return other == id || world.thread(other).ended || in_set[event::index(other)];
          });
      changed = changed || stays != in_set[i];
      in_set[i] = stays;
    }
  }
  return in_set[event::index(thread)];
}

}  // namespace heddle::primitive

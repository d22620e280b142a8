// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "primitive/world.h"

// Who waits for whom.
namespace heddle::primitive {

[[nodiscard]] inline bool is_blocked(const World& world, event::ThreadId id) {
  const Thread& thread = world.thread(id);
  return thread.announced && !thread.ended && world.ways(id) == 0;
}

// A thread that must do something before `thread` can go on: the holder of the
// lock it wants, the thread it joins, the one inside a once.  kNoThread where
// anybody could (a condition, a semaphore) or where it is not blocked.
[[nodiscard]] event::ThreadId holder_for(const World& world, event::ThreadId thread);

// Whether `thread` is blocked and can never go on, whatever the others do: what
// it wants can be released only by itself, by a thread that has ended, or by one
// that is itself blocked for good.
[[nodiscard]] bool blocked_for_good(const World& world, event::ThreadId thread);

// Quickly, whether anybody may be blocked for good who was not before the last step, which `last`
// did.  Who is becomes so when the last of those who wait for each other comes to wait, or ends
// with what others wait for; or when somebody else makes it wait for another one.  Who waits for
// itself alone does not count: that another thread is about to unlock what it has not locked, which
// programs do, is the better thing to say, and is seen if that thread goes on.
[[nodiscard, gnu::noinline]] bool may_be_blocked_for_good_at_closer_look(const World& world,
                                                                         event::ThreadId last);
[[nodiscard]] inline bool may_be_blocked_for_good(const World& world, event::ThreadId last) {
  if (last != event::kNoThread && is_blocked(world, last)) {
    // Most wait for a mutex.
    const event::Operation& wanted = world.thread(last).pending;
    if (wanted.kind == event::OpKind::mutex_lock) {
      const event::ThreadId owner = world.object(wanted.object).owner;
      return owner != last && (world.thread(owner).ended || is_blocked(world, owner));
    }
  }
  return may_be_blocked_for_good_at_closer_look(world, last);
}

}  // namespace heddle::primitive

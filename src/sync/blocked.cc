// SPDX-License-Identifier: Apache-2.0
#include "sync/blocked.h"

namespace heddle::sync {
namespace {

using event::ObjectId;
using event::OpKind;
using event::ThreadId;

// Somebody who reads while `thread` waits to write: itself first, then one who
// has ended, since these will never let go.
ThreadId reader_of(const World& world, ObjectId lock, ThreadId thread) {
  ThreadId reader = event::kNoThread;
  for (const Hold& hold : world.holds()) {
    if (hold.object != lock) {
      continue;
    }
    if (hold.thread == thread) {
      return thread;
    }
    if (reader == event::kNoThread || world.thread(hold.thread).ended) {
      reader = hold.thread;
    }
  }
  return reader;
}

ThreadId holder_of_pending(const World& world, ThreadId id) {
  const Thread& thread = world.thread(id);
  const event::Operation& operation = thread.pending;
  switch (operation.kind) {
    case OpKind::mutex_lock:
    case OpKind::spin_lock:
    case OpKind::once_enter:
      return world.object(operation.object).owner;
    case OpKind::cond_wake:
      return thread.signalled ? world.object(operation.mutex).owner : event::kNoThread;
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_wrlock: {
      const ThreadId writer = world.object(operation.object).owner;
      return writer != event::kNoThread ? writer : reader_of(world, operation.object, id);
    }
    case OpKind::thread_join:
      return operation.thread;
    default:
      return event::kNoThread;
  }
}

}  // namespace

ThreadId holder_for(const World& world, ThreadId thread) {
  const Thread& state = world.thread(thread);
  const bool blocked = state.announced && !state.ended && world.readiness(thread).alternatives == 0;
  return blocked ? holder_of_pending(world, thread) : event::kNoThread;
}

// Each blocked thread waits for one holder, so following the holders either ends
// at a thread that can still act, or goes round in a circle or into one.
bool blocked_for_good(const World& world, ThreadId thread) {
  ThreadId at = thread;
  for (size_t hops = 0; hops <= world.thread_count(); ++hops) {
    const ThreadId holder = holder_for(world, at);
    if (holder == event::kNoThread) {
      return false;
    }
    if (holder == at || world.thread(holder).ended) {
      return true;
    }
    at = holder;
  }
  return true;
}

}  // namespace heddle::sync

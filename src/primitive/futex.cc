// SPDX-License-Identifier: Apache-2.0
// Futex words, the kernel's own primitive: std::atomic::wait, latch, semaphore,
// barrier and future end here.
//
// A wait is one step if the word is no longer what the thread expects (EAGAIN; the
// runtime looks, since memory is not known here).  Otherwise it goes to sleep, and
// a second step wakes it: when a wake has picked it, or by time.  A wake that comes
// before the thread sleeps is lost, as it is in the kernel.
//
// A wake of n out of k > n waiters may pick any n of them: each such set is one
// alternative.
#include "primitive/families.h"

#include <cerrno>

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::OpKind;
using event::ThreadId;

bool waits_for(const Thread& waiter, const event::Operation& wake) {
  return waiter.announced && !waiter.signalled && waiter.pending.kind == OpKind::futex_woken &&
         waiter.pending.object == wake.object &&
         // The bit masks of the two calls; both are all ones in plain ones.
         (waiter.pending.mask & wake.mask) != 0;
}

uint32_t waiters(const World& world, const event::Operation& wake) {
  uint32_t count = 0;
  for (const Thread& thread : world.threads()) {
    count += waits_for(thread, wake) ? 1 : 0;
  }
  return count;
}

uint64_t binomial(uint64_t n, uint64_t k) {
  uint64_t result = 1;
  for (uint64_t i = 1; i <= k; ++i) {
    result = result * (n - k + i) / i;
    if (result > kMostAlternatives) {
      return kMostAlternatives;
    }
  }
  return result;
}

uint64_t wanted(const event::Operation& wake, uint32_t waiting) {
  if (wake.argument <= 0) {
    return 0;
  }
  return wake.argument < int64_t{waiting} ? static_cast<uint64_t>(wake.argument) : waiting;
}

// Whether one waiter comes before another: as they came.
bool before(const World& world, ThreadId a, ThreadId b) {
  const uint64_t order_a = world.thread(a).wait_order;
  const uint64_t order_b = world.thread(b).wait_order;
  return order_a != order_b ? order_a < order_b : a < b;
}

// The first waiter of those after `last`, or of all.
ThreadId next_waiter(const World& world, const event::Operation& wake, ThreadId last) {
  ThreadId next = event::kNoThread;
  for (size_t i = 0; i < world.thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    const bool after = last == event::kNoThread || before(world, last, id);
    if (after && waits_for(world.thread(id), wake) &&
        (next == event::kNoThread || before(world, id, next))) {
      next = id;
    }
  }
  return next;
}

// Marks the waiters of the `rank`-th set of `count` among them, in the order in
// which combinations are usually counted.  They are numbered as they came, and not as
// threads are, so that the number of a set means the same whatever else was going on.
ThreadId wake_set(World& world, const event::Operation& wake, uint64_t count, uint64_t rank,
                  uint64_t& woken) {
  uint64_t left = waiters(world, wake);
  ThreadId first = event::kNoThread;
  ThreadId id = event::kNoThread;
  while (count > 0) {
    id = next_waiter(world, wake, id);
    Thread& thread = world.thread(id);
    --left;
    const uint64_t sets_with_it = binomial(left, count - 1);
    if (rank < sets_with_it) {
      thread.signalled = true;
      woken |= uint64_t{1} << (event::index(id) % 64);
      --count;
      first = first == event::kNoThread ? id : first;
    } else {
      rank -= sets_with_it;
    }
  }
  return first;
}

}  // namespace

Readiness futex_readiness(const World& world, const Thread& thread, ThreadId /*id*/) {
  if (thread.pending.kind == OpKind::futex_wake) {
    const uint32_t waiting = waiters(world, thread.pending);
    const uint64_t sets = binomial(waiting, wanted(thread.pending, waiting));
    return {static_cast<uint16_t>(sets), false, sets == kMostAlternatives};
  }
  if (thread.pending.kind == OpKind::futex_wait || thread.signalled) {
    return kReady;
  }
  return thread.pending.timed ? kReadyByTime : kBlocked;
}

Effect futex_apply(World& world, const Turn& turn) {
  Thread& thread = world.thread(turn.thread);
  if (thread.pending.kind == OpKind::futex_wake) {
    const event::Operation& wake = thread.pending;
    const uint64_t count = wanted(wake, waiters(world, wake));
    uint64_t woken = 0;
    const ThreadId first = wake_set(world, wake, count, turn.alternative, woken);
    return {.result = static_cast<int32_t>(count), .other = first, .value = woken};
  }
  if (thread.pending.kind == OpKind::futex_wait) {
    thread.signalled = false;
    thread.wait_order = world.next_wait_order();
    return {.result = thread.futex_changed ? EAGAIN : kAsleep};
  }
  if (thread.signalled) {
    thread.signalled = false;
    return {};
  }
  return timed_out(world, turn.thread);
}

}  // namespace heddle::primitive

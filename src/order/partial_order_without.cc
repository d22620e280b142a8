// SPDX-License-Identifier: Apache-2.0
// Whether a step could be done before others, and what it would come to: from what the steps that
// are left have made of the objects that it uses.  Where that is not known, more is said to depend
// on it.
#include "order/partial_order.h"
#include "order/partial_order_inline.h"

#include <algorithm>

namespace heddle::order {

using event::Event;
using event::OpKind;
using event::ThreadId;
using event::Use;

namespace {

bool readers_meet(const Event& event) { return (event.identity & event::kReadersMeet) != 0; }

int32_t posted_by(const Event& event) {
  if (event.result != 0) {
    return 0;
  }
  return event.kind == OpKind::sem_post ? 1 : event.kind == OpKind::sem_getvalue ? 0 : -1;
}

}  // namespace

bool PartialOrder::can_do_without(const Turned& b) const { return ready_without(b) != Ready::no; }

Ready PartialOrder::ready_without(const Turned& b) const {
  const Event& event = b.event;
  if (event.kind == OpKind::sleep) {
    return Ready::by_time;
  }
  if (event.kind == OpKind::cond_wake && !is_free_without(b, b.mark.touches[1])) {
    return Ready::no;
  }
  if (can_do_in_time_without(b)) {
    return Ready::yes;
  }
  return event.timed ? Ready::by_time : Ready::no;
}

bool PartialOrder::can_do_in_time_without(const Turned& b) const {
  const Event& event = b.event;
  const bool answered = b.done && event.result != 0 && !event.timed_out && event.result != -1 &&
                        event.kind != OpKind::thread_join;
  if (answered) {
    return true;
  }
  const Touch& used = b.mark.touches[0];
  if (event.await() != 0) {
    return !comes_back_without(b);
  }
  switch (event.kind) {
    case OpKind::quiesce:
      return false;
    case OpKind::mutex_lock:
    case OpKind::spin_lock:
    case OpKind::once_enter:
    case OpKind::rwlock_rdlock:
      return is_free_without(b, used);
    case OpKind::rwlock_wrlock: {
      const bool comes = readers_meet(event) && !has_come(b.parent, event);
      return comes || is_free_without(b, used);
    }
    case OpKind::sem_wait:
      return is_positive_without(b);
    case OpKind::cond_wake:
      return is_enabled_without(b);
    case OpKind::thread_join:
      return event.other == event.thread || can_join_without(b);
    case OpKind::barrier_leave:
    case OpKind::futex_woken:
      return is_enabled_without(b);
    default:
      return true;
  }
}

Mark PartialOrder::mark_without(const Turned& b) const {
  // What it uses first is looked at below.
  const bool uses_one = b.mark.uses == 1 && b.mark.touches[0].use != Use::none;
  Mark mark = b.done && !uses_one ? worst_mark_of(b.event) : b.mark;
  mark.all = b.mark.all;
  mark.others = 0;
  mark.guessed = true;
  const bool same_outcomes =
      b.done && (b.event.kind == OpKind::choose ||
                 (b.event.kind == OpKind::cond_wake && is_enabled_without(b)));
  mark.alternative = same_outcomes ? b.mark.alternative : 0;
  mark.sole = same_outcomes;
  if (b.event.kind == OpKind::cond_signal || b.event.kind == OpKind::futex_wake ||
      b.event.kind == OpKind::reuse || (b.event.kind == OpKind::cond_wake && !same_outcomes)) {
    mark.outcomes = 0;
  }
  if (mark.uses > 0 && mark.touches[0].use != Use::none) {
    mark.touches[0].use = use_without(b);
  }
  if (b.event.kind == OpKind::cond_wait) {
    mark.touches[1].use = mark.touches[0].use;
  }
  if (b.event.kind == OpKind::barrier_arrive) {
    mark.touches[1].use = ends_round_without(b) ? Use::changes : Use::none;
  }
  return mark;
}

// Of what it uses first.
Use PartialOrder::use_without(const Turned& b) const {
  const Touch& used = b.mark.touches[0];
  const auto worst = [&] { return b.done ? worst_mark_of(b.event).touches[0].use : used.use; };
  const auto changes_if = [](bool changes) { return changes ? Use::changes : Use::reads; };
  switch (b.event.kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::spin_trylock:
      return changes_if(is_free_without(b, used));
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::futex_wake:
      return changes_if(held_without(b, used).waiting > 0);
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
      return changes_if(is_positive_without(b));
    case OpKind::rwlock_wrlock:
      return changes_if(readers_meet(b.event) || is_free_without(b, used));
    case OpKind::rwlock_trywrlock:
      return changes_if(is_free_without(b, used));
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
      if (!is_free_without(b, used)) {
        return Use::reads;
      }
      return readers_meet(b.event) ? Use::changes : Use::adds;
    case OpKind::once_enter:
      return changes_if(!is_once_done_without(b));
    case OpKind::cond_wake:
      return is_enabled_without(b) ? used.use : Use::changes;
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
      return changes_if(joins_without(b));
    case OpKind::thread_detach:
      return changes_if(!is_claimed_without(b));
    case OpKind::mutex_unlock:
    case OpKind::spin_unlock:
      return b.done ? used.use : changes_if(held_by(b, used).held > 0);
    case OpKind::rwlock_unlock:
      if (b.done || held_by(b, used).readers <= 0) {
        return b.done ? used.use : changes_if(held_by(b, used).held > 0);
      }
      return readers_meet(b.event) ? Use::changes : Use::adds;
    case OpKind::cond_wait:
      return b.done ? used.use : changes_if(held_by(b, b.mark.touches[1]).held > 0);
    case OpKind::atomic_cas:
      return exchange_without(b);
    case OpKind::reuse:  // of other blocks to choose from, it may take one
      return Use::changes;
    case OpKind::futex_wait:
      return worst();
    default:
      return b.done ? used.use : worst();
  }
}

// After all that comes before `b` and does not depend on `a`.
PartialOrder::Held PartialOrder::held_without(const Turned& b, const Touch& object) const {
  uint32_t at = latest_link(key_of(object), b.at);
  Held held = at == kNone ? Held{} : links_[at].held;
  while (at != kNone && links_[at].step >= first_gone()) {
    const Link& link = links_[at];
    if (!is_gone(link.step)) {
      if (link.touch.use == Use::changes) {
        break;  // what is before it is not gone either
      }
      at = link.before;
      continue;
    }
    at = before_gone(at);
    const Held before = at == kNone ? Held{} : links_[at].held;
    held.held -= link.held.held - before.held;
    held.readers -= link.held.readers - before.readers;
    held.waiting -= link.held.waiting - before.waiting;
  }
  return held;
}

bool PartialOrder::is_free_without(const Turned& b, const Touch& lock) const {
  const uint32_t latest = latest_link(key_of(lock), b.at);
  if (b.done && b.event.result == 0 && latest != kNone && links_[latest].held.held > 0) {
    return true;  // it is the thread's own
  }
  const bool reads =
      b.event.kind == OpKind::rwlock_rdlock || b.event.kind == OpKind::rwlock_tryrdlock;
  if (!b.done) {
    const Held own = held_by(b, lock);
    if (own.held > 0 || (own.readers > 0 && !reads)) {
      return b.ready && !b.by_time;
    }
  }
  const Held held = held_without(b, lock);
  switch (b.event.kind) {
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
      return held.held <= 0 && held.readers <= 0;
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
      return held.held <= 0 && !(readers_meet(b.event) && held.readers > 0 && held.waiting > 0);
    default:
      return held.held <= 0;
  }
}

int64_t PartialOrder::count_before(const Turned& b) {
  const auto value = static_cast<int64_t>(b.event.value);
  return !b.done ? value : b.event.result == 0 ? value + 1 : 0;
}

bool PartialOrder::is_positive_without(const Turned& b) const {
  const Touch& semaphore = b.mark.touches[0];
  int64_t count = count_before(b);
  for (uint32_t at = latest_link(key_of(semaphore), b.at);
       at != kNone && links_[at].step >= first_gone(); at = links_[at].before) {
    if (is_gone(links_[at].step)) {
      count -= posted_by(log_[links_[at].step]);
    }
  }
  return count > 0;
}

// What the thread of a step that waits has of the one lock that the step uses: the same in each of
// its races.
PartialOrder::Held PartialOrder::held_by(const Turned& b, const Touch& lock) const {
  if (b.own) {
    return *b.own;
  }
  Held own;
  for (uint32_t at = latest_link(key_of(lock), b.at); at != kNone; at = links_[at].before) {
    if (log_[links_[at].step].thread == b.event.thread) {
      const Held taken = taken_by(links_[at].step);
      own.held += taken.held;
      own.readers += taken.readers;
    }
  }
  b.own = own;
  return own;
}

bool PartialOrder::is_once_done_without(const Turned& b) const {
  const Touch& once = b.mark.touches[0];
  for (uint32_t at = latest_link(key_of(once), b.at); at != kNone; at = links_[at].before) {
    const uint32_t step = links_[at].step;
    if (log_[step].kind == OpKind::once_finish && !is_gone(step)) {
      return true;
    }
  }
  return false;
}

bool PartialOrder::is_enabled_without(const Turned& b) const {
  const uint32_t enabler = enabler_of(b);
  return enabler == kNone ? b.done && !b.event.timed_out : !is_gone(enabler);
}

// Whether it is the last to arrive at a barrier in its round.  Those that arrive depend on each
// other, so it comes in place of the first that is gone.
bool PartialOrder::ends_round_without(const Turned& b) const {
  uint32_t first = kNone;
  for (uint32_t at = latest_link(key_of(b.mark.touches[0]), b.at);
       at != kNone && is_gone(links_[at].step); at = before_gone(at)) {
    first = links_[at].step;
  }
  return (first == kNone ? b.event : log_[first]).value == event::kEndsRound;
}

// One that has ended, or cannot be joined, which is told at once.
bool PartialOrder::can_join_without(const Turned& b) const {
  const Touch& thread = b.mark.touches[0];
  for (uint32_t at = latest_link(key_of(thread), b.at); at != kNone; at = links_[at].before) {
    const uint32_t step = links_[at].step;
    if (links_[at].touch.use == Use::changes && !is_gone(step)) {
      return true;
    }
  }
  return false;
}

// Whether it finds a thread that it can join.
bool PartialOrder::joins_without(const Turned& b) const {
  return b.event.other != b.event.thread && can_join_without(b) && !is_claimed_without(b);
}

// Whether it finds a thread that was joined or detached.
bool PartialOrder::is_claimed_without(const Turned& b) const {
  const Touch& thread = b.mark.touches[0];
  for (uint32_t at = latest_link(key_of(thread), b.at); at != kNone; at = links_[at].before) {
    const uint32_t step = links_[at].step;
    if (links_[at].touch.use == Use::changes && !is_gone(step) &&
        log_[step].kind != OpKind::thread_end) {
      return true;
    }
  }
  return false;
}

// The last one to come to the barrier that it leaves, in the round in which it came there itself,
// which is the step before it.  None if there was none.
uint32_t PartialOrder::end_of_round_of(const Turned& b) const {
  uint32_t found = kNone;
  for (uint32_t at = latest_link(key_of(b.mark.touches[0]), b.at);
       at != kNone && links_[at].step >= b.parent; at = links_[at].before) {
    found = links_[at].touch.use == Use::changes ? links_[at].step : found;
  }
  return found;
}

// The step that let it be done: the last one to come to a barrier, the signal.  None if there was
// none, or it is not told by the steps.
uint32_t PartialOrder::enabler_of(const Turned& b) const {
  if (b.event.kind == OpKind::barrier_leave) {
    return end_of_round_of(b);
  }
  const Event& event = b.event;
  const Touch& used = b.mark.touches[0];
  uint32_t found = kNone;
  for (uint32_t at = latest_link(key_of(used), b.at); at != kNone; at = links_[at].before) {
    const uint32_t number = links_[at].step;
    const Event& step = log_[number];
    const bool own = step.thread == event.thread;
    switch (event.kind) {
      case OpKind::cond_wake:
        if ((step.kind == OpKind::cond_signal && step.other == event.thread) ||
            (step.kind == OpKind::cond_broadcast && step.value != 0)) {
          found = number;
        }
        if (own && step.kind == OpKind::cond_wait) {
          return found;
        }
        break;
      default:
        if (step.kind == OpKind::futex_wake && b.ready &&
            ((step.value >> (event::index(event.thread) % 64)) & 1) != 0) {
          found = number;
        }
        if (own && step.kind == OpKind::futex_wait) {
          return found;
        }
        break;
    }
  }
  return found;
}

}  // namespace heddle::order

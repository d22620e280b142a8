// SPDX-License-Identifier: Apache-2.0
#include "order/dependence.h"

#include "base/check.h"
#include "order/uses.h"

#include <algorithm>

namespace heddle::order {

using event::Event;
using event::OpKind;
using event::Use;

namespace {

constexpr uint32_t kFutexBytes = 4;

event::Used used_by(const Event& step) {
  return {.kind = step.kind,
          .result = step.result,
          .timed_out = step.timed_out,
          .value = step.value,
          .readers_meet = (step.identity & event::kReadersMeet) != 0};
}

Touch of_object(event::ObjectId object, Use use) {
  return {.what = Touch::What::object,
          .use = object == event::kNoObject ? Use::none : use,
          .at = event::index(object)};
}

Touch of_object(const Event& step) {
  return of_object(step.object, event::use_of_object(used_by(step)));
}

Touch of_memory(const Event& step) {
  return {.what = Touch::What::memory,
          .use = event::use_of_object(used_by(step)),
          .at = step.identity,
          .bytes = std::max(step.bytes, 1U),
          .object = step.object};
}

// Those who leave a barrier look only at whether their round is over, which is the work of the last
// to arrive.
Touch of_round(const Event& step) {
  Use use = Use::reads;
  if (step.kind == OpKind::barrier_arrive) {
    use = step.value == event::kEndsRound ? Use::changes : Use::none;
  }
  return {.what = Touch::What::round,
          .use = step.object == event::kNoObject ? Use::none : use,
          .at = event::index(step.object)};
}

// Whether it is done, as those see it who look at the flag before they enter.
Touch of_finished_once(const Event& step) {
  return touch_of({event::ResourceKind::once, step.identity}, Use::changes);
}

// The freed blocks of one size, as those name them who free one; who frees of many sizes names all.
Touch of_freed_blocks(const Event& step) {
  return touch_of({event::ResourceKind::heap_block, step.identity},
                  event::use_of_object(used_by(step)));
}

// A futex wait looks at its word, which may be a variable that others write to.
Touch of_futex_word(const Event& step) {
  return {
      .what = Touch::What::memory, .use = Use::reads, .at = step.identity, .bytes = kFutexBytes};
}

Touch of_thread(event::ThreadId thread, bool changes) {
  const Use use = changes ? Use::changes : Use::reads;
  return {.what = Touch::What::thread,
          .use = thread == event::kNoThread ? Use::none : use,
          .at = event::index(thread)};
}

bool creates(const Event& step, event::ThreadId thread) {
  return step.kind == OpKind::thread_create && step.other == thread;
}

// Whether `take` wants one of the things that the step uses.
template <typename Take>
bool any_touch(const Event& step, const Uses& uses, Take take) {
  Touch touches[kMaxTouches];
  const size_t many = touches_of(step, touches);
  return std::any_of(touches, touches + many, take) || uses.for_each(step.uses(), take);
}

}  // namespace

size_t touches_of(const Event& step, Touch (&touches)[kMaxTouches]) {
  switch (step.kind) {
    case OpKind::thread_create:
      touches[0] = {.what = Touch::What::creation, .use = Use::changes};
      return 1;
    case OpKind::thread_end:
      touches[0] = of_thread(step.thread, true);
      touches[1] = {.what = Touch::What::ending, .use = Use::reads};  // whether main has ended
      return 2;
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
    case OpKind::thread_detach:
      touches[0] = of_thread(step.other, step.result == 0);
      return 1;
    case OpKind::cond_wait:
    case OpKind::cond_wake:
      touches[0] = of_object(step);
      touches[1] = of_object(step.mutex, event::use_of_mutex(used_by(step)));
      return 2;
    case OpKind::barrier_arrive:
      touches[0] = of_object(step);
      touches[1] = of_round(step);
      return 2;
    case OpKind::barrier_leave:
      touches[0] = of_round(step);
      return 1;
    case OpKind::once_finish:
      touches[0] = of_object(step);
      touches[1] = of_finished_once(step);
      return 2;
    case OpKind::reuse:
      touches[0] = of_freed_blocks(step);
      touches[1] = touch_of({event::ResourceKind::heap_block, event::kWholeKind}, Use::reads);
      return 2;
    case OpKind::futex_wait:
      touches[0] = of_object(step);
      touches[1] = of_futex_word(step);
      return 2;
    case OpKind::process_exit:
    case OpKind::quiesce:
    case OpKind::yield:
    case OpKind::sleep:
    case OpKind::choose:
    case OpKind::effect:
    case OpKind::fence:
      return 0;
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::mutex_unlock:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_unlock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
    case OpKind::spin_unlock:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_post:
    case OpKind::sem_getvalue:
    case OpKind::once_enter:
    case OpKind::futex_woken:
    case OpKind::futex_wake:
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
    case OpKind::atomic_cas:
    case OpKind::volatile_read:
    case OpKind::volatile_write:
    case OpKind::data_read:
    case OpKind::data_write:
      touches[0] = event::is_memory_access(step.kind) ? of_memory(step) : of_object(step);
      return 1;
  }
  HEDDLE_CHECK(false, "every kind of operation should use something, or nothing");
}

bool dependent(const Event& a, const Event& b) { return dependent(a, b, Uses()); }

bool dependent(const Event& a, const Event& b, const Uses& uses) {
  if (a.thread == b.thread || depends_on_all(a.kind) || depends_on_all(b.kind) ||
      creates(a, b.thread) || creates(b, a.thread)) {
    return true;
  }
  return any_touch(a, uses, [&](const Touch& of_a) {
    return any_touch(b, uses, [&](const Touch& of_b) { return conflict(of_a, of_b); });
  });
}

}  // namespace heddle::order

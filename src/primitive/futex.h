// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"
#include "primitive/queue.h"

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
namespace heddle::primitive {

struct Futex : UsesItsObject, SaysNothingBefore {
  enum class Op : uint8_t { HEDDLE_FUTEX_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Futex(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  [[nodiscard]] constexpr bool may_block() const { return op == Op::futex_woken; }
  [[nodiscard]] bool is_waiting_at(const Thread& thread, event::ObjectId object) const {
    return may_block() && thread.pending.object == object && !thread.signalled;
  }

  [[nodiscard]] Readiness readiness(const State& state, const Thread& thread,
                                    event::ThreadId /*id*/) const {
    switch (op) {
      case Op::futex_wake: {
        const uint32_t waiting = waiters(state, thread.pending);
        const uint64_t sets = binomial(waiting, wanted(thread.pending, waiting));
        return {static_cast<uint16_t>(sets), false, sets == kMostAlternatives};
      }
      case Op::futex_wait:
        return kReady;
      case Op::futex_woken:
        break;
    }
    return thread.signalled ? kReady : thread.pending.timed ? kReadyByTime : kBlocked;
  }

  [[nodiscard]] Effect apply(State& state, const Turn& turn) const {
    Thread& thread = state.thread(turn.thread);
    switch (op) {
      case Op::futex_wake: {
        const event::Operation& wake = thread.pending;
        const uint64_t count = wanted(wake, waiters(state, wake));
        uint64_t woken = 0;
        const event::ThreadId first = wake_set(state, wake, count, turn.alternative, woken);
        return {.result = static_cast<int32_t>(count), .other = first, .value = woken};
      }
      case Op::futex_wait:
        return wait(state, thread);
      case Op::futex_woken:
        break;
    }
    if (thread.signalled) {
      thread.signalled = false;
      return {};
    }
    leave_queue(state, thread);
    return timed_out();
  }

  // Anybody could wake it.
  template <typename Each>
  static bool any_holder(const State& /*state*/, const Thread& /*thread*/, Each /*each*/) {
    return false;
  }

  [[nodiscard]] constexpr Rest rest(int32_t result) const {
    return {op == Op::futex_wait && result == kAsleep, event::OpKind::futex_woken};
  }
  [[nodiscard]] constexpr Telling telling() const {
    return op == Op::futex_woken ? Telling{.phrase = Phrase::woken} : Telling{};
  }

  [[nodiscard]] constexpr event::Use use(const Used& step) const {
    switch (op) {
      case Op::futex_wait:  // not below 0: it does not fall asleep
        return changes_if(step.result < 0);
      case Op::futex_woken:  // it learns from all wakes before it, those that woke nobody too
        return event::Use::changes;
      case Op::futex_wake:  // how many were woken
        break;
    }
    return changes_if(step.result > 0);
  }

  // A wait looks at its word, which may be a variable that others write to.
  [[nodiscard]] constexpr Touching touching() const {
    return op == Op::futex_wait ? Touching::more : Touching::object;
  }
  void touch_more(const event::Event& step, Footprint& footprint) const {
    footprint.add(touch_of(step.object, use(used_by(step))));
    footprint.add({.what = Touch::What::memory,
                   .use = event::Use::reads,
                   .at = step.identity,
                   .bytes = kBytes});
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& done) const {
    return op == Op::futex_woken && done.result == 0 && !done.timed_out ? of_wakes(operation)
                                                                        : ClockEdge{};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& /*done*/) const {
    return op == Op::futex_wake ? of_wakes(operation) : ClockEdge{};
  }

  [[nodiscard]] Tally tally(const event::Event& step, const event::Event* /*before*/) const {
    switch (op) {
      case Op::futex_wait:
        return {.waiting = step.result < 0 ? 1 : 0};
      case Op::futex_wake:
        return {.waiting = -step.result};
      case Op::futex_woken:
        break;
    }
    return {.waiting = step.timed_out ? -1 : 0};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::futex_woken:
        return past.at_once_if(past.is_answered() || is_woken(past));
      case Op::futex_wait:
      case Op::futex_wake:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    const Touch& word = past.touches[0];
    switch (op) {
      case Op::futex_wait:  // at worst, it falls asleep
        return;
      case Op::futex_woken:
        simulated.uses[0] = word.use;
        return;
      case Op::futex_wake:
        simulated.uses[0] = changes_if(past.tally_without(word).waiting > 0);
        simulated.outcomes = Simulated::Outcomes::unknown;
    }
  }

 private:
  static constexpr uint32_t kBytes = 4;

  static constexpr ClockEdge of_wakes(const event::Operation& operation) {
    return {.what = ClockEdge::What::other, .object = operation.object};
  }

  static Effect wait(State& state, Thread& thread) {
    const bool has_changed = thread.futex_changed;
    thread.futex_changed = false;
    thread.signalled = false;
    if (has_changed) {
      return {.result = EAGAIN};
    }
    join_queue(state, thread);
    return {.result = kAsleep};
  }

  static bool waits_for(const Thread& waiter, const event::Operation& wake) {
    return waiter.announced && !waiter.signalled &&
           waiter.pending.kind == event::OpKind::futex_woken &&
           waiter.pending.object == wake.object &&
           // The bit masks of the two calls; both are all ones in plain ones.
           (waiter.pending.mask & wake.mask) != 0;
  }

  static uint32_t waiters(const State& state, const event::Operation& wake) {
    uint32_t count = 0;
    for (const Thread& thread : state.threads()) {
      count += waits_for(thread, wake) ? 1 : 0;
    }
    return count;
  }

  static uint64_t binomial(uint64_t n, uint64_t k) {
    uint64_t result = 1;
    for (uint64_t i = 1; i <= k; ++i) {
      result = result * (n - k + i) / i;
      if (result > kMostAlternatives) {
        return kMostAlternatives;
      }
    }
    return result;
  }

  static uint64_t wanted(const event::Operation& wake, uint32_t waiting) {
    if (wake.argument <= 0) {
      return 0;
    }
    return wake.argument < int64_t{waiting} ? static_cast<uint64_t>(wake.argument) : waiting;
  }

  // Whether one waiter comes before another: as they came.
  static bool before(const State& state, event::ThreadId a, event::ThreadId b) {
    const uint16_t place_a = state.thread(a).place;
    const uint16_t place_b = state.thread(b).place;
    return place_a != place_b ? place_a < place_b : a < b;
  }

  // The first waiter of those after `last`, or of all.
  static event::ThreadId next_waiter(const State& state, const event::Operation& wake,
                                     event::ThreadId last) {
    event::ThreadId next = event::kNoThread;
    for (size_t i = 0; i < state.thread_count(); ++i) {
      const auto id = static_cast<event::ThreadId>(i);
      const bool after = last == event::kNoThread || before(state, last, id);
      if (after && waits_for(state.thread(id), wake) &&
          (next == event::kNoThread || before(state, id, next))) {
        next = id;
      }
    }
    return next;
  }

  // Marks the waiters of the `rank`-th set of `count` among them, in the order in
  // which combinations are usually counted.  They are numbered as they came, and not as
  // threads are, so that the number of a set means the same whatever else was going on.
  static event::ThreadId wake_set(State& state, const event::Operation& wake, uint64_t count,
                                  uint64_t rank, uint64_t& woken) {
    uint64_t left = waiters(state, wake);
    event::ThreadId first = event::kNoThread;
    event::ThreadId id = event::kNoThread;
    while (count > 0) {
      id = next_waiter(state, wake, id);
      Thread& thread = state.thread(id);
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
    for (Thread& thread : state.threads()) {
      if (thread.signalled && is_in_queue(thread, wake.object)) {
        leave_queue(state, thread);
      }
    }
    return first;
  }

  // Whether the wake that picked it is there.
  static bool is_woken(const Past& past) {
    const size_t thread = event::index(past.step.thread);
    Past::User waker;
    for (Past::User user = past.latest(past.touches[0]); user.is_there();
         user = past.before(user)) {
      const event::Event& step = *user.step;
      if (step.kind == event::OpKind::futex_wake && past.could &&
          ((step.value >> (thread % 64)) & 1) != 0) {
        waker = user;
      }
      if (step.kind == event::OpKind::futex_wait && step.thread == past.step.thread) {
        break;
      }
    }
    return waker.is_there() ? !past.is_gone(waker) : past.done && !past.step.timed_out;
  }
};

}  // namespace heddle::primitive

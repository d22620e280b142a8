// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/clocks.h"
#include "primitive/family.h"

#include <algorithm>

// Threads themselves: create, join, detach, end; the end of the process, and the wait until all
// is quiet.
namespace heddle::primitive {

struct Life : UsesItsObject, HasNoTally, SaysNothingBefore {
  enum class Op : uint8_t { HEDDLE_THREAD_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Life(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  // Whoever ends does nothing more.
  [[nodiscard]] constexpr bool may_block() const {
    switch (op) {
      case Op::thread_join:
      case Op::thread_end:
      case Op::process_exit:
      case Op::quiesce:
        return true;
      case Op::thread_create:
      case Op::thread_tryjoin:
      case Op::thread_detach:
        break;
    }
    return false;
  }
  static bool is_waiting_at(const Thread& /*thread*/, event::ObjectId /*object*/) {
    return false;
  }  // there is none
  [[nodiscard]] constexpr bool depends_on_all() const {
    return op == Op::process_exit || op == Op::quiesce;
  }
  [[nodiscard]] constexpr bool changes_who_waits() const { return op == Op::thread_create; }

  [[nodiscard]] Readiness readiness(const State& state, const Thread& thread,
                                    event::ThreadId id) const {
    switch (op) {
      case Op::quiesce:
        return is_quiet(state, id) ? kReady : kBlocked;
      case Op::thread_join:
        return join_readiness(state, thread.pending, id);
      case Op::thread_create:
      case Op::thread_tryjoin:
      case Op::thread_detach:
      case Op::thread_end:
      case Op::process_exit:
        break;
    }
    return kReady;
  }

  [[nodiscard]] Effect apply(State& state, const Turn& turn) const {
    switch (op) {
      case Op::thread_join:
      case Op::thread_tryjoin:
        return join(state, turn);
      case Op::thread_detach:
        return detach(state, turn);
      case Op::thread_end:
        state.thread(turn.thread).ended = true;
        return {};
      case Op::thread_create:
      case Op::process_exit:
      case Op::quiesce:
        break;
    }
    return {};
  }

  // What it depends on: see touch_more().
  void pass_time(Clocks& clocks, ThreadClocks& thread, const event::Operation& operation,
                 const Effect& effect) const {
    switch (op) {
      case Op::thread_create:
        clocks.pass_creation(thread);
        return;
      case Op::thread_end:
        Clocks::pass_life(thread, thread, true);
        clocks.pass_ending(thread, event::Use::reads);
        return;
      case Op::thread_join:
      case Op::thread_tryjoin:
      case Op::thread_detach:
        Clocks::pass_life(thread, clocks.of(operation.thread), effect.result == 0);
        return;
      case Op::process_exit:
      case Op::quiesce:
        clocks.pass_all(thread);
    }
  }

  template <typename Each>
  bool any_holder(const State& /*state*/, const Thread& thread, Each each) const {
    return op == Op::thread_join && each(thread.pending.thread);
  }

  [[nodiscard]] constexpr Telling telling() const {
    switch (op) {
      case Op::thread_create:
      case Op::thread_join:
      case Op::thread_tryjoin:
      case Op::thread_detach:
        return {.phrase = Phrase::thread};
      case Op::thread_end:
      case Op::process_exit:
      case Op::quiesce:
        break;
    }
    return {};
  }

  static constexpr event::Use use(const Used& /*step*/) { return event::Use::none; }

  static constexpr Touching touching() { return Touching::more; }
  void touch_more(const event::Event& step, Footprint& footprint) const {
    switch (op) {
      case Op::thread_create:
        footprint.add({.what = Touch::What::creation, .use = event::Use::changes});
        footprint.created = step.other;
        return;
      case Op::thread_end:
        footprint.add(of_thread(step.thread, event::Use::changes));
        // Whether main has ended.
        footprint.add({.what = Touch::What::ending, .use = event::Use::reads});
        footprint.ends_thread = true;
        return;
      case Op::thread_join:
      case Op::thread_tryjoin:
      case Op::thread_detach:
        footprint.add(of_thread(step.other, changes_if(step.result == 0)));
        return;
      case Op::quiesce:
        footprint.waits_for_all = true;
        [[fallthrough]];
      case Op::process_exit:
        footprint.all = true;
    }
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::thread_join:
      case Op::thread_tryjoin:
        return done.result == 0
                   ? ClockEdge{.what = ClockEdge::What::thread,
                               .number = static_cast<uint32_t>(event::index(operation.thread))}
                   : ClockEdge{};
      case Op::quiesce:
        return {.what = ClockEdge::What::all_ended};
      case Op::thread_create:  // see order::HappensBefore::add_thread()
      case Op::thread_detach:
      case Op::thread_end:
      case Op::process_exit:
        break;
    }
    return {};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& /*operation*/,
                                             const Done& /*done*/) const {
    return op == Op::thread_end ? ClockEdge{.what = ClockEdge::What::ends} : ClockEdge{};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::quiesce:
        return past.at_once_if(past.is_answered());
      case Op::thread_join:
        return past.at_once_if(past.step.other == past.step.thread || finds_end(past));
      case Op::thread_create:
      case Op::thread_tryjoin:
      case Op::thread_detach:
      case Op::thread_end:
      case Op::process_exit:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    switch (op) {
      case Op::thread_join:
      case Op::thread_tryjoin: {
        const bool is_other = past.step.other != past.step.thread;
        simulated.uses[0] = changes_if(is_other && finds_end(past) && !finds_claim(past));
        return;
      }
      case Op::thread_detach:
        simulated.uses[0] = changes_if(!finds_claim(past));
        return;
      case Op::thread_create:
      case Op::thread_end:
      case Op::process_exit:
      case Op::quiesce:
        simulated.uses[0] = past.touches[0].use;
    }
  }

 private:
  static Touch of_thread(event::ThreadId thread, event::Use use) {
    return {.what = Touch::What::thread,
            .use = thread == event::kNoThread ? event::Use::none : use,
            .at = event::index(thread)};
  }

  static Readiness join_readiness(const State& state, const event::Operation& operation,
                                  event::ThreadId id) {
    if (operation.thread == id) {
      return kReady;
    }
    const Thread& target = state.thread(operation.thread);
    if (target.ended || target.joined || target.detached) {
      return kReady;
    }
    return operation.timed ? kReadyByTime : kBlocked;
  }

  [[nodiscard]] Effect join(State& state, const Turn& turn) const {
    const event::Operation& operation = turn.operation;
    Thread& target = state.thread(operation.thread);
    if (target.joined || target.detached) {
      return {
          .result = EINVAL, .misuse = event::Misuse::join_not_joinable, .other = operation.thread};
    }
    if (operation.thread == turn.thread) {
      return {.result = EDEADLK};
    }
    if (!target.ended) {
      return op == Op::thread_tryjoin ? Effect{.result = EBUSY} : timed_out();
    }
    target.joined = true;
    return {.other = operation.thread};
  }

  static Effect detach(State& state, const Turn& turn) {
    const event::ThreadId id = turn.operation.thread;
    Thread& target = state.thread(id);
    if (target.joined || target.detached) {
      return {.result = EINVAL, .misuse = event::Misuse::join_not_joinable, .other = id};
    }
    target.detached = true;
    return {.other = id};
  }

  // Everybody else has ended, is blocked, or lets time pass.
  static bool is_quiet(const State& state, event::ThreadId except) {
    for (size_t i = 0; i < state.thread_count(); ++i) {
      const auto id = static_cast<event::ThreadId>(i);
      const Readiness readiness = id == except ? kBlocked : state.readiness(id);
      if (readiness.alternatives > 0 && !readiness.by_time) {
        return false;
      }
    }
    return true;
  }

  // Whether the thread has ended, or cannot be joined, which is told at once.
  static bool finds_end(const Past& past) { return finds(past, true); }

  // Whether it was joined or detached.
  static bool finds_claim(const Past& past) { return finds(past, false); }

  static bool finds(const Past& past, bool end_too) {
    for (Past::User user = past.latest(past.touches[0]); user.is_there();
         user = past.before(user)) {
      const bool wanted = end_too || user.step->kind != event::OpKind::thread_end;
      if (wanted && user.touch->use == event::Use::changes && !past.is_gone(user)) {
        return true;
      }
    }
    return false;
  }
};

}  // namespace heddle::primitive

// SPDX-License-Identifier: Apache-2.0
#include "runtime/runtime.h"

#include "base/check.h"
#include "base/hash.h"
#include "process/texts.h"
#include "runtime/arch/x86_64/no_trace.h"
#include "runtime/context/own_signals.h"
#include "runtime/debugger.h"
#include "runtime/descriptor_waits.h"
#include "runtime/lifetimes.h"
#include "runtime/loaded_files.h"
#include "runtime/objects.h"
#include "runtime/pins.h"
#include "runtime/raw.h"
#include "runtime/reset/server.h"
#include "runtime/scenario.h"
#include "runtime/sent_record.h"
#include "runtime/stacks.h"
#include "runtime/syscalls/by_signal.h"
#include "runtime/thread_record.h"
#include "runtime/unseen.h"
#include "runtime/uses.h"

#include <cstring>
#include <new>

namespace heddle::runtime {

using event::Finding;
using event::Operation;
using event::OpKind;
using event::Outcome;
using event::ThreadId;

constinit Runtime rt;
constinit ProgramState program;

namespace {

// A snapshot looks at all of it, used or not.
constexpr uint64_t kSmallMemoryBytes = uint64_t{1} << 24;

Fiber& fiber_of(ThreadId thread) { return rt.fibers[event::index(thread)]; }

// The same where threads wait for descriptors: any code may have made one ready.
[[gnu::noinline]] std::span<const explore::Candidate> candidates_with_descriptors(
    explore::Candidate* room) {
  std::span<explore::Candidate> found;
  do {
    look_at_awaited_descriptors();
    found = world().new_candidates(room);
  } while (found.empty() && wait_for_outside());
  if (session().execution.asks_about_loops()) {
    mark_loops(found);
  }
  world().look_again();
  return found;
}

// For accesses to memory it is worth asking whether anything has changed.
template <bool kAccess>
std::span<const explore::Candidate> candidates() {
  const bool few = world().thread_count() <= Runtime::kFewThreads;
  auto* room = few ? reinterpret_cast<explore::Candidate*>(rt.few_candidates) : rt.candidates;
  if (rt.descriptor_waiters != 0) [[unlikely]] {
    return candidates_with_descriptors(room);
  }
  const std::span<explore::Candidate> found =
      kAccess ? world().candidates(room) : world().new_candidates(room);
  if (session().execution.asks_about_loops()) [[unlikely]] {
    mark_loops(found);
  }
  return found;
}

// A step has been chosen.
void tell_of_progress() {
  process::Control& control = *rt.control;
  control.heartbeat.store(control.heartbeat.load(std::memory_order_relaxed) + 1,
                          std::memory_order_relaxed);
  if (rt.slow_turns) [[unlikely]] {
    send_steps();
  }
}

// Who goes on: chosen now, and told how.
//   same: see Execution::next().
template <bool kAccess>
[[gnu::always_inline]] inline Fiber& choose_among_all(bool same) {
  event::Choice choice;
  if (!session().execution.next(candidates<kAccess>(), choice, same)) [[unlikely]] {
    end_execution(session().execution.outcome());
  }
  if (session().execution.is_turning_point()) [[unlikely]] {
    tell_waiting();
  }
  Fiber& chosen = fiber_of(choice.thread);
  chosen.alternative = choice.alternative;
  rt.control->thread.store(static_cast<uint32_t>(choice.thread), std::memory_order_relaxed);
  tell_of_progress();
  return chosen;
}

// Of accesses to memory there are several kinds, and of this one function for all.
[[gnu::noinline, gnu::flatten]] Fiber& choose_for_access(bool same) {
  return choose_among_all<true>(same);
}

// The same; but a thread that goes from access to access mostly goes on, which is seen at once.
//   kAccess: what the current thread would do is, more often than not, an access to memory.
template <bool kAccess>
Fiber& choose_next() {
  if constexpr (!kAccess) {
    return choose_among_all<false>(false);
  } else {
    const bool same = world().has_same_candidates();
    if (!same || !session().execution.goes_on()) [[unlikely]] {
      return choose_for_access(same);
    }
    current().alternative = 0;
    tell_of_progress();
    return current();
  }
}

[[gnu::noinline, gnu::cold]] void answer_interrogator(Fiber& self) {
  Fiber& interrogator = *rt.interrogator;
  self.site = reinterpret_cast<const void*>(stack_hash());
  rt.current = &interrogator;
  switch_fiber(self, interrogator);
}

[[gnu::noinline]] void leave_to(Fiber& next) {
  Fiber& self = current();
  rt.current = &next;
  switch_fiber(self, next);
  // Somebody has switched back: to go on, or to be told where this thread is.
  while (rt.interrogator != nullptr) {
    answer_interrogator(self);
  }
}

void switch_to(Fiber& next) {
  if (&next != &current()) {
    leave_to(next);
  }
}

// Where the current thread is.
[[gnu::noinline]] uint32_t stack_now(const Fiber& self) {
  const uint32_t stack = record_stack();
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  if (self.has_room_below(here, 2 * kTraceOfUnwinder)) {
    leave_no_trace<kTraceOfUnwinder>();
  }
  return stack;
}

// Slow path before the turn of a step.
//   is_call: of a function, from there.
[[gnu::noinline]] void note_announced(Fiber& self, const void* site, bool is_call) {
  if (is_call && rt.foreign_files.are_any_unknown()) {
    rt.foreign_files.met(site);
  }
  if (rt.records) {
    self.stack = stack_now(self);
    note_presence(self, site);
  }
  if (rt.pins) {
    pin_announced(self, site);
  }
  if (rt.lifetimes) {
    look_at_lifetimes_announced();
  }
}

template <bool kAccess>
[[gnu::always_inline]] inline void await_turn_of(const void* site) {
  Fiber& self = current();
  self.site = site;
  self.side_stack.note_use_of_other();
  rt.dispatch_selector = kCallsCome;
  self.stack = 0;
  if (rt.slow_turns) [[unlikely]] {
    note_announced(self, site, !kAccess);
  }
  if (rt.starter != nullptr) [[unlikely]] {
    // The first operation of a new thread: its creator goes on.
    Fiber& starter = *rt.starter;
    rt.starter = nullptr;
    switch_to(starter);
  } else {
    switch_to(choose_next<kAccess>());
  }
  if (rt.slow_turns && rt.debugged) [[unlikely]] {
    debugger_before_step();
  }
}

void run_on_if_that_is_cheaper(explore::Execution& execution) {
  if (rt.arena->control().runs_on.load(std::memory_order_relaxed) != 0) {
    execution.runs_on_when_covered();
  }
}

}  // namespace

Session::Session(base::Region& near, base::Region& far, process::Arena& arena, const Course& course)
    : world(near, far),
      deadlock(world, arena.settings().ends_at_cycles),
      livelock(arena.settings().step_limit, explore::most_steps(arena.settings().step_limit), world,
               *course.log),
      leftovers(world, arena.record().leftovers, arena.settings().strict),
      monitors{&misuse, &deadlock, &exit_status, &leftovers, &livelock},
      execution_near(near),
      execution_far(far),
      execution(near, far, arena.settings().fair_every, *course.strategy, *course.plan, *course.log,
                monitors) {
  run_on_if_that_is_cheaper(execution);
}

void Session::change_course(const process::Arena& arena, const Course& course) {
  const uint32_t step_limit = arena.settings().step_limit;
  new (&livelock) detect::Livelock(step_limit, explore::most_steps(step_limit), world, *course.log);
  base::Region near = execution_near;
  base::Region far = execution_far;
  new (&execution) explore::Execution(near, far, arena.settings().fair_every, *course.strategy,
                                      *course.plan, *course.log, monitors);
  run_on_if_that_is_cheaper(execution);
  begin_awaits();
}

void reserve_session_memory() {
  const uint64_t bytes =
      primitive::World::bytes_needed() + explore::Execution::bytes_needed() + 4096;
  rt.session_memory = base::Region(raw_reserve(bytes), bytes);
  if (rt.watch.wanted) {
    prepare_watch();
  }
  program.small_memory =
      SmallMemory({raw_reserve_for_program(kSmallMemoryBytes), kSmallMemoryBytes});
}

void begin_session() {
  base::Region near(rt.near_memory, sizeof rt.near_memory);
  base::Region far = rt.session_memory;
  rt.session = new (rt.session_slot) Session(near, far, *rt.arena, course());
  ++rt.generation;
  rt.objects.used = 0;
  rt.current = &rt.fibers[0];
  rt.starter = nullptr;  // a thread may have failed before its first operation
  rt.interrogator = nullptr;
  rt.takes_handlers = nullptr;
  rt.took_handlers = false;
  rt.exits = false;
  forget_forked();
  share_signals();
  rt.descriptor_waiters = 0;
  begin_pins();
  rt.looks_unseen = rt.arena->control().looks_unseen.load(std::memory_order_relaxed) != 0;
  const bool lifetimes = begin_lifetimes();
  settle_slow_turns();
  rt.slow_steps = rt.detached || rt.debugged || rt.looks_unseen || lifetimes;
  if (rt.arena->settings().record) {
    record_modules(*rt.arena);  // in case it dies without a word
  }
  if (rt.watch.wanted) {
    begin_watch();
  }
  begin_awaits();
  set_active(true);
}

// Before a scenario's body and after it, nobody explores; nor in a body that is run
// only to be torn down, whatever the strategy would do.
Course course() {
  if (rt.phase == Phase::before || rt.phase == Phase::after) {
    return quiet_course();
  }
  if (rt.tears_down) {
    return {quiet_course().strategy, &rt.arena->plan, &rt.arena->log};
  }
  return {rt.strategy, &rt.arena->plan, &rt.arena->log};
}

// Most steps are this and nothing else: all in one function, but for slow paths.  What
// it leaves on the stack is not to grow beyond kTraceOfStep.
[[gnu::flatten]] int32_t perform_announced(const void* site) {
  await_turn_of<false>(site);
  const primitive::Effect effect = apply_turn();
  complete_turn(effect);
  return effect.result;
}

// The same for steps that do more in between: accesses to memory.
[[gnu::flatten]] void await_announced_turn(const void* site) { await_turn_of<true>(site); }

// A futex wait is over when its word has changed; primitive/ does not know memory.
primitive::Effect apply_turn() {
  const Fiber& self = current();
  primitive::Thread& thread = world().thread(self.id);
  if (thread.pending.kind == OpKind::futex_wait) {
    thread.futex_changed = __atomic_load_n(self.futex, __ATOMIC_RELAXED) != self.futex_expects;
  }
  return world().apply(self.id, self.alternative, session().execution.position());
}

[[gnu::noinline]] static void note_yield() {
  if (current().pauses.came_back) {
    session().execution.comes_back();
  }
}

void complete_turn(const primitive::Effect& effect) {
  if (rt.watch.on) {
    watch_step(effect);
  }
  if (effect.yielded) [[unlikely]] {
    note_yield();
  }
  complete_watched_turn(effect);
}

void end_turn(bool goes_on) {
  if (rt.debugged) {
    debugger_after_step();
  }
  if (rt.looks_unseen) {
    look_at_unseen();
  }
  if (rt.lifetimes) {
    look_at_lifetimes();
  }
  if (!goes_on) {
    note_use_of_destroyed();
  }
  if (rt.takes_handlers == &current()) {
    take_handlers();
  }
  if (!goes_on) {
    end_execution(session().execution.outcome());
  }
  send_steps();
}

void leave_for_good() {
  Fiber& self = current();
  Fiber& next = choose_next<false>();
  rt.current = &next;
  switch_for_good(self, next);
}

void note_uncontrolled(const char* call) {
  if (controlled()) {
    process::add_text(rt.arena->uncontrolled, call);
    current().visits.forget_round();  // it may have learned anything
  }
}

void set_detail(const char* text) {
  explore::Details& details = rt.arena->details();
  strncpy(details.text, text, sizeof details.text - 1);
}

uint32_t step_in_log() {
  const bool logged = rt.phase == Phase::program || rt.phase == Phase::body;
  return logged ? session().execution.position() : 0;
}

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#include "model/model_subject.h"

#include "explore/await_table.h"
#include "explore/use_table.h"

#include <algorithm>

namespace heddle::model {

using event::ThreadId;

namespace {

event::Finding assertion_of(ThreadId thread) {
  event::Finding finding;
  finding.kind = event::FindingKind::assertion;
  finding.thread = thread;
  return finding;
}

}  // namespace

event::Outcome ModelSubject::run(explore::Execution& execution) {
  machine_.copy_from(start_);
  held_.clear();
  if (looks_at_waits()) {
    execution.some_wait_in_loops();
  }
  event::Choice choice;
  while (ask(execution, choice) && step(execution, choice)) {
  }
  outcome_ = execution.outcome();
  arena_.record().threads = static_cast<uint32_t>(machine_.world().thread_count());
  if (execution.stuck_from() == explore::kNeverStuck) {
    tell_waiting();
  }
  return outcome_;
}

bool ModelSubject::ask(explore::Execution& execution, event::Choice& choice) {
  machine_.number_awaits(arena_.awaited());
  Candidates ready = candidates();
  if (looks_at_waits()) {
    mark_held(ready, execution);
  }
  if (std::any_of(ready.begin(), ready.end(), [](const auto& each) { return each.idle; })) {
    execution.some_are_idle();
  }
  if (!execution.next(ready, choice)) {
    return false;
  }
  if (execution.stuck_from() + 1 == arena_.log.size()) {
    tell_waiting();
  }
  return true;
}

bool ModelSubject::step(explore::Execution& execution, const event::Choice& choice) {
  const uint64_t state = machine_.awaits_in(choice.thread);
  const uint64_t value = state != 0 ? machine_.awaited_value(choice.thread) : 0;
  const Machine::Step step = machine_.step(choice.thread, choice.alternative, execution.position());
  if (state != 0 && explore::awaits_are_on(arena_) &&
      explore::find_await(arena_, state, value) == nullptr) {
    explore::note_await(arena_, state, value, value != 0);
  }
  if (!execution.done({.result = step.effect.result,
                       .yielded = step.effect.yielded,
                       .timed_out = step.effect.timed_out,
                       .misuse = step.effect.misuse,
                       .other = step.effect.other,
                       .value = step.effect.value})) {
    return false;
  }
  for (const Machine::Used& used : machine_.uses()) {
    explore::add_use(arena_, used.resource, used.use);
  }
  if (step.kind == event::OpKind::process_exit) {
    execution.exit(0);
    return false;
  }
  switch (step.stop) {
    case Stop::never:
      return true;
    case Stop::assume:
      execution.drop();
      return false;
    case Stop::abort:
      execution.fail(assertion_of(choice.thread));
      return false;
  }
  return true;
}

ModelSubject::Candidates ModelSubject::candidates() const {
  Candidates found;
  for (size_t i = 0; i < machine_.world().thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    const primitive::Readiness readiness = machine_.world().readiness(id);
    if (readiness.alternatives > 0) {
      found.push_back({.thread = id,
                       .alternatives = readiness.alternatives,
                       .by_time = readiness.by_time,
                       .truncated = readiness.truncated,
                       .idle = arena_.settings().holds_idle && machine_.is_idle(id),
                       .operation = &machine_.world().thread(id).pending});
    }
  }
  return found;
}

bool ModelSubject::looks_at_waits() const {
  return explore::awaits_are_on(arena_) || !arena_.plan_holds.empty();
}

bool ModelSubject::comes_back(ThreadId thread) const {
  const uint64_t state = machine_.awaits_in(thread);
  const event::AwaitRecord* known =
      state == 0 ? nullptr : explore::find_await(arena_, state, machine_.awaited_value(thread));
  return known != nullptr && known->what == event::AwaitRecord::What::comes_back;
}

void ModelSubject::mark_held(Candidates& candidates, const explore::Execution& execution) {
  for (explore::Candidate& candidate : candidates) {
    const uint64_t state = machine_.awaits_in(candidate.thread);
    if (arena_.plan_holds.empty()) {
      candidate.held = comes_back(candidate.thread);
      candidate.tries =
          state != 0 &&
          explore::find_await(arena_, state, machine_.awaited_value(candidate.thread)) == nullptr;
    } else {
      for (const event::Hold& hold : arena_.plan_holds) {
        const bool is_it =
            hold.thread == event::index(candidate.thread) && hold.position <= execution.position();
        candidate.held = is_it ? hold.held != 0 : candidate.held;
      }
    }
    const bool changes = held_[candidate.thread] != candidate.held;
    if (changes && execution.stuck_from() == explore::kNeverStuck) {
      held_[candidate.thread] = candidate.held;
      arena_.holds.push_back({.position = execution.position(),
                              .thread = static_cast<uint16_t>(candidate.thread),
                              .held = static_cast<uint16_t>(candidate.held)});
    }
  }
}

// What threads were about to do, for reductions.
void ModelSubject::tell_waiting() {
  arena_.waiting.clear();
  const primitive::World& world = machine_.world();
  for (size_t i = 0; i < world.thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    const event::Operation& next = world.thread(id).pending;
    if (world.thread(id).announced && !world.thread(id).ended) {
      const primitive::Readiness ready = world.readiness(id);
      arena_.waiting.push_back(order::waiting_for(id, next, primitive::value_of(world, next),
                                                  ready.alternatives, ready.by_time));
      if (looks_at_waits() && comes_back(id)) {
        arena_.waiting.back().ready = false;
      }
    }
  }
  arena_.record().waiting_told = true;
}

}  // namespace heddle::model

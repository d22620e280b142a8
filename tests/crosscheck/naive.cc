// SPDX-License-Identifier: Apache-2.0
#include "naive.h"

#include "generate.h"
#include "model/machine.h"
#include "primitive/blocked.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace heddle::crosscheck {
namespace {

using event::OpKind;
using event::ThreadId;
using model::Machine;

bool is_enabled(const Machine& machine, ThreadId thread) {
  return machine.world().readiness(thread).alternatives > 0;
}

bool waits_by_time_only(const Machine& machine, ThreadId thread) {
  return machine.world().readiness(thread).by_time;
}

// Whether there is one thread, and all others were joined.
bool is_alone(const Machine& machine) {
  size_t unjoined = 0;
  for (const primitive::Thread& thread : machine.world().threads()) {
    unjoined += thread.joined ? 0 : 1;
  }
  return unjoined == 1;
}

// How the execution has ended before a step, if nobody can go on.
std::optional<End> end_at_standstill(const Machine& machine) {
  bool all_ended = true;
  for (size_t i = 0; i < machine.world().thread_count(); ++i) {
    if (is_enabled(machine, static_cast<ThreadId>(i))) {
      return std::nullopt;
    }
    all_ended = all_ended && machine.world().thread(static_cast<ThreadId>(i)).ended;
  }
  return all_ended ? End::done : End::deadlock;
}

bool somebody_is_blocked_for_good(const Machine& machine) {
  for (size_t i = 0; i < machine.world().thread_count(); ++i) {
    if (primitive::blocked_for_good(machine.world(), static_cast<ThreadId>(i))) {
      return true;
    }
  }
  return false;
}

// How the execution has ended by a step, if it has.
std::optional<End> end_after(const Machine& machine, const Machine::Step& step) {
  if (step.effect.misuse != event::Misuse::none) {
    return End::misuse;
  }
  if (step.kind == OpKind::process_exit) {
    return somebody_is_blocked_for_good(machine) ? End::deadlock : End::done;
  }
  if (step.stop != Stop::never) {
    return step.stop == Stop::assume ? End::dropped : End::aborted;
  }
  return std::nullopt;
}

class Enumerator {
 public:
  Enumerator(const Program& program, const Limits& limits) : program_(program), limits_(limits) {}

  Enumerated run() {
    machines_.emplace_back(program_);
    visit(0, Path{});
    return std::move(result_);
  }

 private:
  // How the current state was reached.
  struct Path {
    std::string word;
    uint32_t steps = 0;  // that count
    uint32_t preemptions = 0;
    uint32_t delays = 0;
    std::optional<ThreadId> last;
    bool last_yielded = false;
    std::vector<uint32_t> yields = {};
    std::set<ThreadId> for_good = {};  // threads that were found blocked for good
  };

  void visit(size_t depth, Path path) {
    if (!result_.complete) {
      return;
    }
    const Machine& machine = machines_[depth];
    look_at_blocked(machine, path);
    if (const std::optional<End> end = end_at_standstill(machine)) {
      record(machine, path, *end);
      return;
    }
    for (size_t i = 0; i < machine.world().thread_count(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      if (is_preemption(machine, path, thread) &&
          machine.world().thread(*path.last).pending.pinned) {
        continue;
      }
      const uint32_t ways = machine.world().readiness(thread).alternatives;
      for (uint32_t way = 0; way < ways; ++way) {
        branch(depth, path, thread, way);
      }
    }
  }

  void branch(size_t depth, const Path& path, ThreadId thread, uint32_t way) {
    if (machines_.size() == depth + 1) {
      machines_.emplace_back(program_);
    }
    Machine& next = machines_[depth + 1];
    next.copy_from(machines_[depth]);
    const bool preempts = is_preemption(machines_[depth], path, thread);
    const bool alone = is_alone(machines_[depth]);
    const uint32_t delays = delays_before(machines_[depth], path, thread);
    const Machine::Step step = next.step(thread, way);
    look_at_step(path, thread, step);

    Path longer = path;
    longer.word += letter_for(thread, way);
    longer.steps += alone && !step.effect.yielded ? 0 : 1;
    longer.preemptions += preempts ? 1 : 0;
    longer.delays += delays;
    longer.last = thread;
    longer.last_yielded = step.effect.yielded;
    longer.yields.resize(program_.threads.size());
    longer.yields[event::index(thread)] += step.effect.yielded ? 1 : 0;

    if (const std::optional<End> end = end_after(next, step)) {
      record(next, longer, *end);
    } else if (longer.steps > limits_.steps) {
      record(next, longer, End::livelock);
    } else {
      visit(depth + 1, std::move(longer));
    }
  }

  // A context switch is a preemption if the thread that was running is enabled and
  // has not yielded there.  Leaving one that lets time pass is none.
  static bool is_preemption(const Machine& machine, const Path& path, ThreadId thread) {
    return path.last && *path.last != thread && is_enabled(machine, *path.last) &&
           !waits_by_time_only(machine, *path.last) && !path.last_yielded;
  }

  // How many threads a round-robin scheduler without preemption has to pass over before
  // it comes to this one.
  static uint32_t delays_before(const Machine& machine, const Path& path, ThreadId thread) {
    const size_t threads = machine.world().thread_count();
    const size_t first = path.last ? event::index(*path.last) + 1 : 0;
    std::vector<ThreadId> turns;
    for (const bool by_time : {false, true}) {
      for (size_t i = 0; i < threads; ++i) {
        const auto next = static_cast<ThreadId>((first + i) % threads);
        if (next != path.last && is_enabled(machine, next) &&
            waits_by_time_only(machine, next) == by_time) {
          turns.push_back(next);
        }
      }
    }
    if (path.last) {
      const bool stays = !path.last_yielded && !waits_by_time_only(machine, *path.last);
      turns.insert(stays ? turns.begin() : turns.end(), *path.last);
    }
    uint32_t delays = 0;
    for (const ThreadId next : turns) {
      if (next == thread) {
        break;
      }
      delays += is_enabled(machine, next) ? 1 : 0;
    }
    return delays;
  }

  void record(const Machine& machine, const Path& path, End end) {
    if (result_.runs.size() + result_.dropped.size() >= limits_.executions) {
      result_.complete = false;
      return;
    }
    if (end == End::dropped) {
      result_.dropped.push_back(path.preemptions);
      return;
    }
    const uint32_t most =
        path.yields.empty() ? 0 : *std::max_element(path.yields.begin(), path.yields.end());
    result_.runs.push_back({path.word, path.preemptions, end, most, machine.state()});
    result_.delays.push_back(path.delays);
  }

  void look_at_blocked(const Machine& machine, Path& path) {
    for (size_t i = 0; i < machine.world().thread_count(); ++i) {
      if (primitive::blocked_for_good(machine.world(), static_cast<ThreadId>(i))) {
        path.for_good.insert(static_cast<ThreadId>(i));
      }
    }
  }

  // Who is blocked for good stays so, whatever the others do, unless by misuse.
  void look_at_step(const Path& path, ThreadId thread, const Machine::Step& step) {
    if (path.for_good.contains(thread) && step.effect.misuse == event::Misuse::none) {
      result_.complaint = "thread " + letter_for(thread, 0) +
                          " was blocked for good and goes on after " + path.word + "\n";
    }
  }

  const Program& program_;
  const Limits limits_;
  std::deque<Machine> machines_;  // one a depth
  Enumerated result_;
};

// A search of states; the order does not matter.
class Reachability {
 public:
  explicit Reachability(const Program& program) : program_(program) {}

  Outcomes run() {
    machines_.emplace_back(program_);
    visit(0);
    return outcomes_;
  }

 private:
  void visit(size_t depth) {
    const Machine& machine = machines_[depth];
    if (!seen_.insert(machine.state()).second) {
      return;
    }
    if (const std::optional<End> end = end_at_standstill(machine)) {
      outcomes_.emplace(*end, machine.state());
    }
    for (size_t i = 0; i < machine.world().thread_count(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      const uint32_t ways = machine.world().readiness(thread).alternatives;
      for (uint32_t way = 0; way < ways; ++way) {
        branch(depth, thread, way);
      }
    }
  }

  void branch(size_t depth, ThreadId thread, uint32_t way) {
    if (machines_.size() == depth + 1) {
      machines_.emplace_back(program_);
    }
    Machine& next = machines_[depth + 1];
    next.copy_from(machines_[depth]);
    const Machine::Step step = next.step(thread, way);
    if (const std::optional<End> end = end_after(next, step)) {
      if (*end != End::dropped) {
        outcomes_.emplace(*end, next.state());
      }
    } else {
      visit(depth + 1);
    }
  }

  const Program& program_;
  std::deque<Machine> machines_;
  std::set<std::string> seen_;
  Outcomes outcomes_;
};

}  // namespace

Enumerated enumerate(const Program& program, const Limits& limits) {
  return Enumerator(program, limits).run();
}

Program fitted(Program program, const Limits& limits) {
  while (!enumerate(program, limits).complete) {
    program = shortened(program);
  }
  return program;
}

Outcomes outcomes_of(const Runs& runs) {
  Outcomes outcomes;
  for (const Run& run : runs) {
    outcomes.emplace(run.end, run.state);
  }
  return outcomes;
}

Outcomes reachable_outcomes(const Program& program) { return Reachability(program).run(); }

}  // namespace heddle::crosscheck

// SPDX-License-Identifier: Apache-2.0
#include "traces.h"

#include "model/machine.h"
#include "order/dependence.h"

#include <algorithm>

namespace heddle::crosscheck {
namespace {

using event::Event;
using model::Machine;

std::string told(const Event& step) {
  std::string text = letter_for(step.thread, step.alternative);
  text += ' ' + std::string(to_string(step.kind)) + ' ' +
          std::to_string(event::index(step.object)) + ' ' + std::to_string(step.result) +
          (step.timed_out ? " timed out" : "");
  return text + '\n';
}

// Whether a step that is still there must come before the one at `at`.
bool has_to_wait(const EventLog& left, size_t at, const order::Uses& uses) {
  for (size_t i = 0; i < at; ++i) {
    if (order::dependent(left[i], left[at], uses)) {
      return true;
    }
  }
  return false;
}

// What it comes to if the steps are done in that order.
struct Reached {
  std::string state;
  std::string clocks;
  std::string trouble;
};

bool same_step(const Event& a, const Machine::Step& b) {
  return a.kind == b.kind && a.result == b.effect.result && a.yielded == b.effect.yielded &&
         a.timed_out == b.effect.timed_out && a.misuse == b.effect.misuse &&
         a.value == b.effect.value;
}

Reached done_in(const Program& program, const EventLog& log) {
  Machine machine(program);
  for (const Event& event : log) {
    if (machine.world().readiness(event.thread).alternatives != event.alternatives) {
      return {"", "", "cannot be done as before: " + told(event)};
    }
    if (!same_step(event, machine.step(event.thread, event.alternative))) {
      return {"", "", "comes to something else: " + told(event)};
    }
  }
  return {machine.state(), machine.clocks(), ""};
}

// Whether they are of bytes in common that are known by different names, over which clocks do not
// travel.
bool overlaps(const Event& a, const Event& b) {
  return event::is_memory_access(a.kind) && event::is_memory_access(b.kind) &&
         a.thread != b.thread && a.object != b.object;
}

bool conflict(const Machine::Used& a, const Machine::Used& b) {
  const bool meet = a.resource.kind == b.resource.kind &&
                    (a.resource.name == b.resource.name || a.resource.name == event::kWholeKind ||
                     b.resource.name == event::kWholeKind);
  return meet && (a.use != event::Use::reads || b.use != event::Use::reads);
}

// Whether one of the later uses is at an earlier time than one that it must not be swapped with.
bool goes_back(const std::vector<Machine::Used>& earlier, const std::vector<Machine::Used>& later) {
  return std::any_of(earlier.begin(), earlier.end(), [&](const Machine::Used& one) {
    return std::any_of(later.begin(), later.end(), [&](const Machine::Used& other) {
      return one.clock > other.clock && conflict(one, other);
    });
  });
}

}  // namespace

std::string canonical_form(const EventLog& log, const order::Uses& uses) {
  EventLog left = log;
  std::string text;
  while (!left.empty()) {
    size_t first = left.size();
    for (size_t i = 0; i < left.size(); ++i) {
      const bool earlier = first == left.size() || left[i].thread < left[first].thread;
      if (earlier && !has_to_wait(left, i, uses)) {
        first = i;
      }
    }
    text += told(left[first]);
    left.erase(left.begin() + static_cast<ptrdiff_t>(first));
  }
  return text;
}

std::string wrong_swaps(const Program& program, const EventLog& log, const order::Uses& uses) {
  for (size_t i = 0; i + 1 < log.size(); ++i) {
    if (order::dependent(log[i], log[i + 1], uses)) {
      continue;
    }
    const EventLog before(log.begin(), log.begin() + static_cast<ptrdiff_t>(i) + 2);
    EventLog after = before;
    std::swap(after[i], after[i + 1]);
    const Reached one = done_in(program, before);
    const Reached other = done_in(program, after);
    if (!other.trouble.empty() || one.state != other.state || one.clocks != other.clocks) {
      return "these cannot be swapped:\n" + told(log[i]) + told(log[i + 1]) + other.trouble +
             (one.clocks != other.clocks ? "clocks differ\n" : "");
    }
  }
  return "";
}

std::string wrong_clocks(const Program& program, EventLog log) {
  Machine machine(program);
  std::vector<int64_t> clocks;  // right after the operation, before the code that follows
  std::vector<std::vector<Machine::Used>> uses;
  for (Event& event : log) {
    clocks.push_back(machine.step(event.thread, event.alternative).clock);
    uses.push_back(machine.uses());
    event.set_uses(0);
  }
  for (size_t later = 0; later < log.size(); ++later) {
    for (size_t earlier = 0; earlier < later; ++earlier) {
      const bool of_operations = clocks[earlier] > clocks[later] &&
                                 order::dependent(log[earlier], log[later], {}) &&
                                 !overlaps(log[earlier], log[later]);
      if (of_operations || goes_back(uses[earlier], uses[later])) {
        return "the clock goes back from " + told(log[earlier]) + "to " + told(log[later]);
      }
    }
  }
  return "";
}

}  // namespace heddle::crosscheck

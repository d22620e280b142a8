// SPDX-License-Identifier: Apache-2.0
#include "traces.h"

#include "machine.h"
#include "order/dependence.h"

#include <algorithm>

namespace heddle::crosscheck {
namespace {

using event::Event;

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

// Clocks do not travel by what the code after an operation uses.
std::string wrong_clocks(const Program& program, EventLog log) {
  for (Event& event : log) {
    event.set_uses(0);
  }
  Machine machine(program);
  std::vector<int64_t> clocks;
  for (const Event& event : log) {
    (void)machine.step(event.thread, event.alternative);
    clocks.push_back(machine.world().thread(event.thread).time);
  }
  for (size_t later = 0; later < log.size(); ++later) {
    for (size_t earlier = 0; earlier < later; ++earlier) {
      if (clocks[earlier] > clocks[later] && order::dependent(log[earlier], log[later], {}) &&
          !overlaps(log[earlier], log[later])) {
        return "the clock goes back from " + told(log[earlier]) + "to " + told(log[later]);
      }
    }
  }
  return "";
}

}  // namespace heddle::crosscheck

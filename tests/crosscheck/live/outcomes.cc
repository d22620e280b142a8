// SPDX-License-Identifier: Apache-2.0
#include "outcomes.h"

#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace heddle::live {
namespace {

struct Choice {
  int thread;
  int way;
  bool preempts;
};

std::vector<Choice> choices(const Interpreter& interpreter, const State& state) {
  std::vector<Choice> all;
  const bool keeps = interpreter.keeps(state);
  for (int thread = 0; thread < interpreter.threads(); ++thread) {
    const int ways = interpreter.ways(state, thread);
    for (int way = 0; way < ways; ++way) {
      all.push_back({thread, way, keeps && thread != state.last});
    }
  }
  return all;
}

State after(const Interpreter& interpreter, const State& state, const Choice& choice) {
  State next = state;
  interpreter.step(next, choice.thread, choice.way);
  return next;
}

// The fewest preemptions to each end: states in the order of how many it takes to get there.
bool find_outcomes(const Interpreter& interpreter, int ops, size_t most_states,
                   Outcomes& outcomes) {
  std::unordered_set<State, HashState> done;
  std::deque<std::pair<State, int>> waiting = {{interpreter.start(), 0}};
  while (!waiting.empty()) {
    const auto [state, preemptions] = waiting.front();
    waiting.pop_front();
    if (!done.insert(state).second) {
      continue;
    }
    if (state.end == End::misuse) {
      return false;
    }
    if (done.size() > most_states) {
      outcomes.complete = false;
      return true;
    }
    if (state.end != End::none) {
      outcomes.left_blocked = outcomes.left_blocked || state.left_blocked != 0;
      if (state.end != End::dropped) {
        outcomes.fewest.emplace(outcome_of(state, ops), preemptions);
      }
      continue;
    }
    for (const Choice& choice : choices(interpreter, state)) {
      State next = after(interpreter, state, choice);
      if (choice.preempts) {
        waiting.emplace_back(next, preemptions + 1);
      } else {
        waiting.emplace_front(next, preemptions);
      }
    }
  }
  return true;
}

using Counts = std::array<double, kBounds + 1>;  // with exactly so many preemptions; with any

class Counter {
 public:
  explicit Counter(const Interpreter& interpreter) : interpreter_(interpreter) {}

  Counts from(const State& state) {
    if (state.end != End::none) {
      Counts one = {};
      one[0] = one[kBounds] = state.end == End::dropped ? 0 : 1;
      return one;
    }
    if (const auto known = known_.find(state); known != known_.end()) {
      return known->second;
    }
    Counts sum = {};
    for (const Choice& choice : choices(interpreter_, state)) {
      const Counts below = from(after(interpreter_, state, choice));
      const int more = choice.preempts ? 1 : 0;
      for (int i = more; i < kBounds; ++i) {
        sum[static_cast<size_t>(i)] += below[static_cast<size_t>(i - more)];
      }
      sum[kBounds] += below[kBounds];
    }
    known_.emplace(state, sum);
    return sum;
  }

 private:
  const Interpreter& interpreter_;
  std::unordered_map<State, Counts, HashState> known_;
};

const char* name_of(End end) {
  switch (end) {
    case End::exit:
      return "exit";
    case End::abort:
      return "abort";
    case End::deadlock:
      return "deadlock";
    case End::dropped:
      return "dropped";
    case End::destroyed:
      return "destroyed";
    default:
      return "none";
  }
}

}  // namespace

Outcome outcome_of(const State& state, int ops) {
  return {{state.values, state.values + ops}, state.mark, state.marked_by, state.end, state.status};
}

Outcome as_recorded(Outcome outcome) {
  outcome.end = End::none;
  outcome.status = 0;
  return outcome;
}

std::string to_string(const Outcome& outcome, const Program& program) {
  std::string text;
  for (const Body& body : program.bodies) {
    text += text.empty() ? "" : " / ";
    text += body.kind;
    for (size_t i = 0; i < body.ops.size(); ++i) {
      const int16_t value = outcome.values[static_cast<size_t>(body.first) + i];
      text += value == kNothing ? " -" : " " + std::to_string(value);
    }
  }
  static const char* const kMarks[] = {"no end", "exit", "abort", "dropped"};
  text += std::string("; ") + kMarks[static_cast<int>(outcome.mark)];
  for (int thread = 0; thread < kMostThreads; ++thread) {
    text += (outcome.marked_by >> thread & 1) != 0 ? " by " + std::to_string(thread) : "";
  }
  if (outcome.end != End::none) {
    text += std::string("; ") + name_of(outcome.end) + " " + std::to_string(outcome.status);
  }
  return text;
}

std::optional<Outcomes> enumerate(const Program& program, size_t most_states) {
  const Interpreter interpreter(program);
  Outcomes outcomes;
  if (!find_outcomes(interpreter, program.ops(), most_states, outcomes)) {
    return std::nullopt;
  }
  if (outcomes.complete && program.has(Class::library)) {
    Outcomes finer;
    if (!find_outcomes(Interpreter(program, Notifying::after_change), program.ops(), most_states,
                       finer)) {
      return std::nullopt;
    }
    outcomes.complete = finer.complete;
    outcomes.left_blocked |= finer.left_blocked;
    for (const auto& [outcome, fewest] : finer.fewest) {
      outcomes.others.insert(outcome);
    }
  }
  if (outcomes.complete) {
    outcomes.executions = Counter(interpreter).from(interpreter.start());
    for (size_t i = 1; i < kBounds; ++i) {
      outcomes.executions[i] += outcomes.executions[i - 1];
    }
  }
  return outcomes;
}

std::set<Outcome> replay(const Program& program, const std::vector<int>& schedule,
                         int preemptions) {
  const Interpreter interpreter(program);
  using Way = std::unordered_map<State, std::set<int>, HashState>;  // with so many preemptions
  Way states = {{interpreter.start(), {0}}};
  for (const int thread : schedule) {
    Way next;
    for (const auto& [state, counts] : states) {
      for (const Choice& choice : choices(interpreter, state)) {
        if (state.threads[choice.thread].number == thread) {
          std::set<int>& there = next[after(interpreter, state, choice)];
          for (const int count : counts) {
            there.insert(count + (choice.preempts ? 1 : 0));
          }
        }
      }
    }
    states = std::move(next);
  }
  std::set<Outcome> outcomes;
  for (const auto& [state, counts] : states) {
    if (state.end != End::none && state.end != End::dropped && counts.contains(preemptions)) {
      outcomes.insert(outcome_of(state, program.ops()));
    }
  }
  return outcomes;
}

}  // namespace heddle::live

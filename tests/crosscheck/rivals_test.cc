// SPDX-License-Identifier: Apache-2.0
// Strategies that do not go by preemptions, on random programs: those that claim to be
// complete run what a brute-force enumeration finds, once each, and the others nothing else.
#include "generate.h"
#include "naive.h"
#include "seeds.h"
#include "tool.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

using explore::StrategyKind;

constexpr uint32_t kHighestDelays = 3;
constexpr uint64_t kSamples = 40;

std::string about(const std::string& what, const std::string& text) {
  return text.empty() ? "" : what + ":\n" + text;
}

// By delays.
Runs within_delays(const Enumerated& naive, uint32_t delays) {
  Runs some;
  for (size_t i = 0; i < naive.runs.size(); ++i) {
    if (naive.delays[i] <= delays) {
      some.push_back(naive.runs[i]);
    }
  }
  return some;
}

bool is_cut_off(const Runs& runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [](const Run& run) { return run.end == End::livelock; });
}

std::string wrong_everything(const Explored& explored, const Enumerated& naive) {
  std::string text = difference(naive.runs, explored.runs);
  const explore::Coverage& coverage = explored.counters.coverage;
  if (!coverage.exhausted || coverage.cut || coverage.overflowed || coverage.waiting != 0) {
    text += "it was everything\n";
  }
  return text;
}

std::string deepening_disagrees(const Program& program, const Enumerated& naive, Request request) {
  request.strategy = StrategyKind::iterative_deepening;
  std::string text;
  for (request.depth_step = 1; request.depth_step <= 7; request.depth_step += 3) {
    text += about("idfs by " + std::to_string(request.depth_step),
                  wrong_everything(explore_program(program, request), naive));
  }
  request.strategy = StrategyKind::depth_bound;
  return text + about("depth", wrong_everything(explore_program(program, request), naive));
}

// The first steps of a word: each is a letter, and what is not one belongs to it.
std::string beginning(const std::string& word, uint32_t steps) {
  size_t at = 0;
  for (uint32_t step = 0; at < word.size(); ++at) {
    const bool is_letter = word[at] >= 'a' && word[at] <= 'z';
    if (is_letter && step++ == steps) {
      break;
    }
  }
  return word.substr(0, at);
}

// Every beginning of so many steps, once.
std::string depth_disagrees(const Program& program, const Enumerated& naive, Request request) {
  request.strategy = StrategyKind::depth_bound;
  std::string text;
  for (request.depth = 0; request.depth <= 6; request.depth += 2) {
    std::set<std::string> expected;
    for (const Run& run : naive.runs) {
      expected.insert(beginning(run.word, request.depth));
    }
    const Explored explored = explore_program(program, request);
    std::multiset<std::string> actual;
    for (const Run& run : explored.runs) {
      actual.insert(beginning(run.word, request.depth));
    }
    const bool same = std::equal(expected.begin(), expected.end(), actual.begin(), actual.end());
    const bool all = explored.runs.size() == naive.runs.size();
    const bool told =
        explored.counters.coverage.exhausted == all && explored.counters.coverage.cut == !all;
    text += same && told ? "" : "depth " + std::to_string(request.depth) + " is wrong\n";
  }
  return text;
}

std::string delays_disagree(const Program& program, const Enumerated& naive, Request request) {
  request.strategy = StrategyKind::delay_bound;
  std::map<std::string, uint32_t> delays_of;
  for (size_t i = 0; i < naive.runs.size(); ++i) {
    delays_of[naive.runs[i].word] = naive.delays[i];
  }
  std::string text = about("delay all", wrong_everything(explore_program(program, request), naive));
  for (request.delays = 0; request.delays <= kHighestDelays; ++request.delays) {
    const Runs expected = within_delays(naive, request.delays);
    const Explored explored = explore_program(program, request);
    std::string wrong = difference(expected, explored.runs);
    const explore::Coverage& coverage = explored.counters.coverage;
    const bool all = expected.size() == naive.runs.size();
    if (coverage.exhausted != all ||
        (!all && coverage.completed_delays != static_cast<int32_t>(request.delays))) {
      wrong += "what is complete is not told right\n";
    }
    if ((explored.counters.incomplete_from != UINT32_MAX) != is_cut_off(expected)) {
      wrong += "executions that are cut off are not told right\n";
    }
    uint32_t last = 0;
    for (const Run& run : explored.runs) {
      if (delays_of[run.word] < last) {
        wrong += to_string(run) + " comes too late\n";
        break;
      }
      last = delays_of[run.word];
    }
    text += about("delay " + std::to_string(request.delays), wrong);
  }
  return text;
}

// Nothing but runs that there are, as many as were asked for.
std::string samples_disagree(const Program& program, const Enumerated& naive, Request request) {
  const Runs all = sorted(naive.runs);
  std::string text;
  request.executions = kSamples;
  for (const StrategyKind kind :
       {StrategyKind::random_walk, StrategyKind::pct, StrategyKind::partial_order_sampling}) {
    request.strategy = kind;
    const Explored explored = explore_program(program, request);
    if (explored.runs.size() != kSamples || explored.counters.coverage.exhausted) {
      text += "samples are not counted right\n";
    }
    for (const Run& run : explored.runs) {
      if (!std::binary_search(all.begin(), all.end(), run)) {
        text += to_string(run) + " is not there\n";
        break;
      }
    }
  }
  return text;
}

std::string disagreement(const Program& program, const Limits& limits) {
  const Enumerated naive = enumerate(program, limits);
  if (!naive.complete) {
    return "";
  }
  Request request;
  request.steps = limits.steps;
  return deepening_disagrees(program, naive, request) + depth_disagrees(program, naive, request) +
         delays_disagree(program, naive, request) + samples_disagree(program, naive, request);
}

class Rivals : public ::testing::TestWithParam<uint64_t> {
 protected:
  static constexpr uint64_t kPrograms = 40;
};

TEST_P(Rivals, RunTheSchedulesOfARandomProgram) {
  const Limits limits{.steps = 60, .executions = 600};
  check_seeds(
      GetParam() * kPrograms, kPrograms,
      [&](uint64_t seed) { return fitted(random_program(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

// Without fairness, and cut off after a few rounds.
TEST_P(Rivals, RunTheSchedulesOfASpinningProgram) {
  const Limits limits{.steps = 9, .executions = 600};
  check_seeds(
      GetParam() * 5, 5,
      [&](uint64_t seed) { return fitted(random_spinning_program(seed, 1 + seed % 2), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

INSTANTIATE_TEST_SUITE_P(Seeds, Rivals, ::testing::Range(uint64_t{0}, uint64_t{4}));

TEST(Soak, RivalsOnManyPrograms) {
  const Limits limits{.steps = 60, .executions = 2000};
  check_seeds(
      fresh_seed(), 3000, [&](uint64_t seed) { return fitted(random_program(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

}  // namespace
}  // namespace heddle::crosscheck

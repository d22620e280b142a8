// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/testing.h"
#include "search/strategies.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

// What unit tests of strategies share: a whole exploration in one call.
namespace heddle::search::testing {

struct Explored {
  std::vector<explore::testing::Words::Word> words;
  explore::Counters counters;

  [[nodiscard]] std::multiset<std::string> texts() const {
    std::multiset<std::string> all;
    for (const explore::testing::Words::Word& word : words) {
      all.insert(word.text);
    }
    return all;
  }

  // How often each was run.
  [[nodiscard]] std::map<std::string, uint64_t> counts() const {
    std::map<std::string, uint64_t> all;
    for (const explore::testing::Words::Word& word : words) {
      ++all[word.text];
    }
    return all;
  }
};

inline explore::Settings settings_for(explore::StrategyKind strategy) {
  explore::Settings settings;
  settings.strategy = strategy;
  settings.max_preemptions = UINT32_MAX;
  settings.max_findings = UINT32_MAX;
  settings.step_limit = 100;
  return settings;
}

inline Explored explore_all(const explore::Settings& settings, explore::Subject& subject) {
  explore::testing::TestArena arena(settings);
  StrategySlot slot;
  explore::testing::Words words;
  explore::Explorer explorer(*arena, attach_strategy(*arena, slot), &words);
  explore::testing::Scratch scratch;
  explorer.explore(subject, scratch.region(), {});
  return {words.words, arena->counters()};
}

// Threads that exist from the start and do so many steps, none of which blocks.
inline Explored explore_all(const explore::Settings& settings, std::vector<uint32_t> steps) {
  explore::testing::Counting subject(std::move(steps));
  return explore_all(settings, subject);
}

}  // namespace heddle::search::testing

// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>
#include <iterator>

namespace heddle::crosscheck {
namespace {

std::string listed(const std::string& what, const Runs& runs) {
  std::string text;
  if (!runs.empty()) {
    text = std::to_string(runs.size()) + " " + what + ", first " + to_string(runs.front()) + "\n";
  }
  return text;
}

}  // namespace

std::string letter_for(event::ThreadId thread, uint32_t alternative) {
  std::string letter(1, static_cast<char>('a' + event::index(thread)));
  return alternative == 0 ? letter : letter + std::to_string(alternative);
}

std::string to_string(const Run& run) {
  constexpr const char* kEnds[] = {"done", "deadlock", "misuse", "livelock", "aborted", "dropped"};
  return run.word + " (" + std::to_string(run.preemptions) + " preemptions, " +
         kEnds[static_cast<size_t>(run.end)] + ")";
}

Runs sorted(Runs runs) {
  std::sort(runs.begin(), runs.end());
  return runs;
}

Runs within(const Runs& runs, uint32_t bound) {
  Runs some;
  std::copy_if(runs.begin(), runs.end(), std::back_inserter(some),
               [bound](const Run& run) { return run.preemptions <= bound; });
  return some;
}

Cheapest cheapest(const Runs& runs) {
  Cheapest found;
  for (const Run& run : runs) {
    if (run.end != End::livelock) {
      const auto [at, is_new] = found.try_emplace({run.end, run.state}, run.preemptions);
      at->second = std::min(at->second, run.preemptions);
    }
  }
  return found;
}

std::string lost_or_dearer(const Cheapest& there, const Cheapest& found) {
  std::string text;
  for (const auto& [end, preemptions] : there) {
    const auto at = found.find(end);
    if (at == found.end() || at->second > preemptions) {
      text += "an end with " + std::to_string(preemptions) + " preemptions is " +
              (at == found.end() ? "lost" : "dearer") + "\n";
    }
  }
  return text;
}

std::string difference(const Runs& expected, const Runs& actual) {
  const Runs left = sorted(expected);
  const Runs right = sorted(actual);
  Runs missing;
  Runs extra;
  std::set_difference(left.begin(), left.end(), right.begin(), right.end(),
                      std::back_inserter(missing));
  std::set_difference(right.begin(), right.end(), left.begin(), left.end(),
                      std::back_inserter(extra));
  return listed("executions are missing", missing) +
         listed("executions are wrong or done twice", extra);
}

}  // namespace heddle::crosscheck

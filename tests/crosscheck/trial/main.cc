// SPDX-License-Identifier: Apache-2.0
// Prints generated models and what the enumerator counts, one in a line, as JSON:
//
//   crosscheck_counts FIRST_SEED COUNT
#include "generate.h"
#include "naive.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace heddle::crosscheck {
namespace {

const char* kind_of(End end) {
  switch (end) {
    case End::deadlock:
      return "deadlock";
    case End::misuse:
      return "misuse";
    case End::livelock:
      return "livelock";
    case End::aborted:
      return "assertion";
    case End::done:
    case End::dropped:
      break;
  }
  return nullptr;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result += c == '\n' ? "\\n" : c == '"' ? "\\\"" : std::string(1, c);
  }
  return result + '"';
}

void print(const Program& program, const Enumerated& all) {
  std::map<std::string, uint32_t> kinds;  // with the fewest preemptions
  uint32_t most = 0;
  for (const Run& run : all.runs) {
    most = std::max(most, run.preemptions);
    if (const char* kind = kind_of(run.end)) {
      uint32_t& fewest = kinds.try_emplace(kind, run.preemptions).first->second;
      fewest = std::min(fewest, run.preemptions);
    }
  }
  std::string line = "{\"model\": " + quoted(to_string(program)) +
                     ", \"dropped\": " + std::to_string(all.dropped.size()) + ", \"by_bound\": [";
  for (uint32_t bound = 0; bound <= most; ++bound) {
    line += (bound == 0 ? "" : ", ") + std::to_string(within(all.runs, bound).size());
  }
  line += "], \"findings\": {";
  for (const auto& [kind, fewest] : kinds) {
    line += (line.back() == '{' ? "" : ", ") + quoted(kind) + ": " + std::to_string(fewest);
  }
  std::printf("%s}}\n", line.c_str());
}

}  // namespace
}  // namespace heddle::crosscheck

int main(int argc, char** argv) {
  using namespace heddle::crosscheck;
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s FIRST_SEED COUNT\n", argv[0]);
    return 2;
  }
  const uint64_t first = std::strtoull(argv[1], nullptr, 10);
  const uint64_t end = first + std::strtoull(argv[2], nullptr, 10);
  const Limits limits{.steps = 60, .executions = 300};
  for (uint64_t seed = first; seed < end; ++seed) {
    for (const auto make : {random_program, random_stopping_program, random_grouped_program,
                            random_meeting_program, random_using_program}) {
      const Program program = fitted(make(seed), limits);
      print(program, enumerate(program, limits));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/divergence.h"
#include "verdict/rounds.h"
#include "verdict/run_facts.h"
#include "verdict/summary.h"

#include <cstdint>
#include <string>

namespace heddle::verdict {

// What came of the replays of findings that are not reported, or not as they were first met.
struct Replays {
  uint64_t not_reproduced = 0;
  uint64_t not_replayed = 0;  // for want of time, or because it could not be done
  std::string error;          // why, of the last that could not be done
  uint64_t diverged = 0;      // findings that showed again, in an execution that went another way
  explore::Difference difference;  // where a replay first went another way
};

// The verdict, and the words that go with it.  What is covered stands in the summary already; it is
// taken back where it would not be true.
void decide(const Rounds& rounds, const RunFacts& facts, const Replays& replays, Summary& summary);

// What was broken off by a limit can go on, unless enough was found; nothing else can.
[[nodiscard]] bool can_go_on(const Rounds& rounds, const RunFacts& facts, const Summary& summary);

// "the time limit (30s)"
[[nodiscard]] std::string name_of(Stopped stopped, const RunFacts& facts);

[[nodiscard]] int exit_status(Verdict verdict, bool allow_incomplete);

}  // namespace heddle::verdict

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "verdict/decision.h"
#include "verdict/rounds.h"
#include "verdict/run_facts.h"
#include "verdict/summary.h"

namespace heddle::engine {

// What is checked, a live program or a model: explores it, judges what was found, and tells of it
// what a verdict has to know.
class Checked : public verdict::FindingJudge {
 public:
  [[nodiscard]] virtual verdict::RunFacts facts() const = 0;

  // The findings that are reported, with notes of its own.
  virtual void report(const verdict::Rounds& rounds, verdict::Summary& summary) = 0;

  // What came of replays, besides findings.
  [[nodiscard]] virtual const verdict::Replays& replays() const = 0;
};

// Explores in rounds, from `so_far` on, and says in the summary what came of them.
base::Result<verdict::Rounds> check(Checked& checked, const verdict::Search& search,
                                    verdict::Rounds so_far, verdict::Summary& summary);

}  // namespace heddle::engine

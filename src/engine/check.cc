// SPDX-License-Identifier: Apache-2.0
#include "engine/check.h"

#include "verdict/counts.h"
#include "verdict/guarantee.h"

#include <chrono>

namespace heddle::engine {

base::Result<verdict::Rounds> check(Checked& checked, const verdict::Search& search,
                                    verdict::Rounds so_far, verdict::Summary& summary) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  base::Result<verdict::Rounds> explored =
      verdict::explore_in_rounds(checked, search, std::move(so_far));
  if (!explored.ok()) {
    return explored;
  }
  verdict::Rounds& rounds = explored.value();
  rounds.last.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const verdict::RunFacts facts = checked.facts();
  verdict::count(rounds, facts, summary);
  checked.report(rounds, summary);
  summary.not_replayed = checked.replays().not_replayed;
  verdict::state_guarantee(rounds, facts, summary);
  verdict::decide(rounds, facts, checked.replays(), summary);
  verdict::count_by_bound(rounds, summary);
  return explored;
}

}  // namespace heddle::engine

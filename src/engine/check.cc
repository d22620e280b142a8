// SPDX-License-Identifier: Apache-2.0
#include "engine/check.h"

#include "supervise/clock.h"
#include "verdict/counts.h"
#include "verdict/guarantee.h"

#include <chrono>

namespace heddle::engine {

base::Result<verdict::Rounds> check(Checked& checked, const verdict::Search& search,
                                    verdict::Rounds so_far, verdict::Summary& summary) {
  const auto begin = supervise::Clock::now();
  base::Result<verdict::Rounds> explored =
      verdict::explore_in_rounds(checked, search, std::move(so_far));
  if (!explored.ok()) {
    return explored;
  }
  verdict::Rounds& rounds = explored.value();
  rounds.last.seconds = std::chrono::duration<double>(supervise::Clock::now() - begin).count();
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

// SPDX-License-Identifier: Apache-2.0
#include "engine/model_check.h"

#include "engine/explore_model.h"

namespace heddle::engine {

using Is = verdict::Judgement::Is;

base::Result<verdict::Exploration> ModelCheck::explore(const verdict::Search& search,
                                                       const verdict::Rounds& so_far) {
  reported_.begin_round(!so_far.climb.done.empty());
  return explore_model(program_, search, limits_);
}

verdict::Judgement ModelCheck::judge(const verdict::Exploration& exploration,
                                     const verdict::Found& found) {
  trace::Trace trace = replay_model(program_, exploration, found);
  if (!trace.finding.has_value()) {
    ++replays_.not_reproduced;
    return {.is = Is::gone, .races = {}};
  }
  trace.program = {facts_.path};
  trace.message = message_(trace);
  verdict::ReportedFinding finding;
  finding.reproduced = true;
  finding.executions = found.record.executions;
  finding.trace = std::move(trace);
  if (const std::optional<size_t> known = reported_.index_of(finding.trace)) {
    reported_.count_again(*known, finding.executions);
    if (reported_.would_improve(*known, finding.trace)) {
      reported_.replace(*known, std::move(finding));
    }
  } else if (wants_more()) {
    reported_.add(std::move(finding));
  }
  return {.is = Is::reported, .races = {}};
}

bool ModelCheck::wants_more() const { return reported_.size() < facts_.settings.max_findings; }

void ModelCheck::report(const verdict::Rounds& rounds, verdict::Summary& summary) {
  summary.findings = reported_.take(rounds.last);
}

}  // namespace heddle::engine

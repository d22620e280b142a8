// SPDX-License-Identifier: Apache-2.0
// Who is passed over where loops wait.
#include "explore/execution.h"

namespace heddle::explore {

using event::Candidate;

// Only those that would get somewhere, if there are any.
Execution::Candidates Execution::busy_ones(Candidates candidates) {
  left_.clear();
  for (const Candidate candidate : candidates) {  // which may be in left_, at this place or later
    if (!candidate.idle) {
      left_.push_back(candidate);
    }
  }
  if (left_.empty() || left_.size() == candidates.size()) {
    return candidates;
  }
  idle_acted_ = true;
  fairness_removed_ = true;
  return left_.items();
}

// Only those of whom it is not known that they would come back to where they are; or who tries.
Execution::Candidates Execution::those_not_held(Candidates candidates) {
  if (stuck_from_ != kNeverStuck) {
    return candidates;
  }
  left_.clear();
  for (const Candidate& candidate : candidates) {
    if (candidate.tries) {
      tried_ = true;
      left_.clear();
      left_.push_back(candidate);
      return left_.items();
    }
    if (!candidate.held) {
      left_.push_back(candidate);
    }
  }
  if (left_.empty()) {
    stuck_from_ = position();
    turned_at_ = position();
    return candidates;
  }
  return left_.items();
}

}  // namespace heddle::explore

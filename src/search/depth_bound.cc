// SPDX-License-Identifier: Apache-2.0
// Depth-bounded search, `db:N` in Musuvathi and Qadeer, "Iterative Context Bounding for
// Systematic Testing of Multithreaded Programs", PLDI 2007, Figure 2:
//
//   search depth first, and leave alone what is more than N steps from the start.
//
// There an execution ends at its N-th step.  A program cannot be stopped in the middle and
// told anything from, so here it goes on by the default to its end: errors in executions
// of at most N steps are found just the same, and some others for nothing.
#include "search/depth_bound.h"

namespace heddle::search {

void DepthBound::learn(std::span<const event::Event> log) {
  for_each_fresh_alternative(log, [&](const Alternative& other) {
    if (other.position >= depth_) {
      cut();
    } else {
      push_within_bound(0, other);
    }
  });
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
// Iterative depth-bounding, `idfs` in Musuvathi and Qadeer, "Iterative Context Bounding for
// Systematic Testing of Multithreaded Programs", PLDI 2007, Figures 5 and 6:
//
//   search with depth bound s, then with 2s, 3s, …, until nothing is cut off.
//
// There each search begins anew, and repeats those before it.  Here what one cuts off is
// kept for the next, so every execution is run and counted once, in the search in which it
// comes up first: an execution that leaves the default for the last time at step i is one
// of the search with the least bound above i.
#include "search/iterative_deepening.h"

namespace heddle::search {

void IterativeDeepening::learn(std::span<const event::Event> log) {
  for_each_fresh_alternative(log, [&](const Alternative& other) {
    push_within_bound(other.position / depth_step_, other);
  });
}

}  // namespace heddle::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"

#include <cstdint>
#include <vector>

// Work that goes from one worker of a search to another, while neither runs.
//
// Each has an arena with a journal of its own, and both may be files that outlive us.  So the one
// that takes commits first, and with the number of the handover; who finds that the other has not
// committed yet, since we were killed in between, finds by the number that it is to.
namespace heddle::supervise {

// Every second item that can be done now, of at most so many.  Returns how many there were.
uint64_t hand_over(explore::Arena& from, explore::Arena& to, uint64_t number);

// Goes back to the last commit, or completes a handover that the other side has committed.
void settle_handovers(const std::vector<explore::Arena*>& workers);

// A worker that has nothing left goes on with the next bound; all of them do, one after the other.
void go_to_next_bound(explore::Arena& worker);

// We may have been killed when some had, and others had not: then these do, too.
void settle_bounds(const std::vector<explore::Arena*>& workers);

}  // namespace heddle::supervise

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/strategy.h"
#include "process/arena.h"

#include <cstdint>
#include <vector>

// Work that goes from one worker of a search to another, while neither runs.
//
// Each has an arena with a journal of its own, and both may be files that outlive us.  So the one
// that takes commits first, and with the number of the handover; who finds that the other has not
// committed yet, since we were killed in between, finds by the number that it is to.
//
// Each also keeps a sum over the handovers that it was part of.  All together are 0, unless
// somebody has put the file of one back as it was at another moment: then work would be done twice,
// or by nobody.
namespace heddle::supervise {

// Of a strategy that is known to share its work.
[[nodiscard]] explore::SharesWork& shared_work_of(explore::Strategy& strategy);

// Every second item that can be done now, of at most so many.  Returns how many there were.
//   number: of no other handover.
uint64_t hand_over(process::Arena& from, process::Arena& to, uint64_t number);

// Goes back to the last commit, or completes a handover that the other side has committed.
void settle_handovers(const std::vector<process::Arena*>& workers);

// Whether each has been part of those that the others have, once they are settled.
[[nodiscard]] bool handovers_agree(const std::vector<process::Arena*>& workers);

// A worker that has nothing left goes on with the next bound; all of them do, one after the other.
void go_to_next_bound(process::Arena& worker);

// We may have been killed when some had, and others had not: then these do, too.  False if one of
// these has something left: it is not from that moment.
[[nodiscard]] bool settle_bounds(const std::vector<process::Arena*>& workers);

}  // namespace heddle::supervise

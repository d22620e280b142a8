// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "verdict/climb.h"
#include "verdict/exploration.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::verdict {

// What is made of a finding that an exploration has met.
struct Judgement {
  enum class Is {
    reported,
    listed,       // a race, which is no finding as the user wants it
    suspect,      // a race, unless code that nobody sees orders its accesses
    suppressed,   // by the user, a race
    benign,       // the program says so, of a race
    gone,         // it did not show again
    not_replayed  // a limit was reached before
  };
  // A race after which the search can go on.
  struct Race {
    uint64_t key = 0;  // see explore/places.h
    Is is = Is::reported;
    std::vector<explore::PlaceRecord> places;  // where its two accesses are
  };

  Is is = Is::reported;
  std::vector<Race> races;  // if it is one: itself, and others that its execution shows
};

struct Rounds;

// Explores, and decides what counts.
class FindingJudge {
 public:
  virtual ~FindingJudge() = default;

  // `so_far` is what came of the explorations before.
  virtual base::Result<Exploration> explore(const Search& search, const Rounds& so_far) = 0;

  // Called for each finding of each exploration, in the order in which they were met.  It has to
  // depend on nothing but these: who is killed and goes on later asks again.
  virtual Judgement judge(const Exploration& exploration, const Found& found) = 0;

  // Whether there is room for another finding in the report.
  [[nodiscard]] virtual bool wants_more() const = 0;

  // The limit that has been reached by now, if one has.
  [[nodiscard]] virtual Stopped limit_reached() const = 0;
};

// What came of all explorations together.
struct Rounds {
  Exploration last;  // the one that counts, with the rungs below
  uint32_t explorations = 0;
  uint32_t after_races = 0;  // of these, how many began all anew
  Climb climb;
  bool stopped_below = false;      // by a limit, before the last rung had its turn
  uint64_t spent = 0;              // executions of explorations before the last
  uint64_t executions_before = 0;  // of those that count, in the runs that this one went on with
  uint32_t suppressed = 0;         // races
  uint32_t benign = 0;
  bool places_lost = false;  // more of them race than can be scheduling points
};

// On any rung, or in the first try: what is covered may be what that has covered.
[[nodiscard]] bool is_so_on_any(const Rounds& rounds, bool explore::Counters::*what);

// Explores, and starts again after each race that is not the end of the run.
//
// A race ends the exploration that meets it.  Up to there the scheduling points were not
// enough: the threads could have been switched at the racing accesses, too.  If the race
// is suppressed, or if more findings are wanted, its two places become scheduling points,
// it is known from then on, and everything begins anew at bound 0.  So it is with all races that
// the same execution shows when it runs on.  Each time a pair of places is added, so this comes to
// an end.  The limits on time and executions are those of all rounds together.
//
// So it does at each rung, where fairness climbs; these count together, unless a race begins all
// anew.
//
// Rounds that were broken off go on from what there was `so_far`.
base::Result<Rounds> explore_in_rounds(FindingJudge& judge, Search search, Rounds so_far = {});

}  // namespace heddle::verdict

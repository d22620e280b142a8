// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "verdict/exploration.h"
#include "verdict/summary.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::verdict {

// A finding that was reported of rounds before this one, as a search that is broken off keeps it.
struct KnownFinding {
  std::string trace;                // its file
  std::vector<std::string> orders;  // see ReportedFinding
  std::vector<uint64_t> races;
  uint64_t executions = 0;  // how many showed it
  bool counts_on = false;   // they were on rungs below the present one
};

// What is reported of one sort: findings, or races that are none.  Each is told once, however many
// explorations and executions have shown it.
class Ledger {
 public:
  Ledger() = default;

  [[nodiscard]] size_t size() const { return entries_.size(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

  // Another exploration begins: how often something shows is counted anew, or on, if it is the next
  // rung of a climb.
  void begin_round(bool next_rung) { round_ += next_rung ? 0 : 1; }

  // The one that has the same kind and message: the exploration tells places apart by addresses,
  // here it is by lines.
  [[nodiscard]] std::optional<size_t> index_of(const trace::Trace& trace) const;

  // A pair of places is that one.
  void note_race(uint64_t race, size_t index) { races_[race] = index; }

  // So many executions more have shown it.
  void count_again(size_t index, uint64_t executions);

  // Whether the trace has fewer preemptions than the one that is told, as it may at another rung.
  [[nodiscard]] bool would_improve(size_t index, const trace::Trace& trace) const;

  // Tells this one instead, which is the same; its number and its executions stay.
  void replace(size_t index, ReportedFinding finding);

  // Gives it a number.
  ReportedFinding& add(ReportedFinding finding);

  // What was reported of rounds before this one, to be written down; and taken up again from there.
  [[nodiscard]] std::vector<KnownFinding> so_far() const;
  base::Result<size_t> take_up(const std::vector<KnownFinding>& findings);

  // All there are; `last` is the exploration whose executions are counted, those of the rungs below
  // among them.
  std::vector<ReportedFinding> take(const Exploration& last);

  // How many of the races that the exploration knew are in here.
  [[nodiscard]] size_t count_known(const Exploration& last) const;

 private:
  std::vector<ReportedFinding> entries_;
  std::vector<uint32_t> last_met_;    // in which round, each of them; 0: in none that counts
  std::map<uint64_t, size_t> races_;  // which of them a pair of places is
  uint32_t round_ = 1;
};

}  // namespace heddle::verdict

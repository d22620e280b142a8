// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/ledger.h"
#include "cli/run_options.h"
#include "cli/saved_search.h"
#include "report/summary.h"
#include "supervise/replay.h"
#include "supervise/rounds.h"
#include "trust/key.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::cli {

class CapturedOutput;

// The findings of a run, from what its explorations have met: each is replayed, written to a
// file, and told once.  So are races that are no findings: those that the user wants no more than
// listed, and suspects.
class Findings {
 public:
  // `output` is where the program's own output is shown; with `key` traces show whose they are.
  Findings(const RunOptions& options, const RunPlan& plan, const supervise::Program& program,
           const base::Result<trust::Key>& key, int output)
      : options_(options), plan_(plan), program_(program), key_(key), output_(output) {}

  // Another exploration begins: how often a finding shows is counted anew, or on, if it is the next
  // rung of a climb.
  void begin_round(bool next_rung);

  // What was reported of rounds before this one, to be written down; and taken up again from there.
  void describe(SearchDescription& description) const;
  base::Result<size_t> take_up(const SearchDescription& description);

  // A finding is reported only after it was reproduced.  Once a limit on time is reached, or the
  // user wants an end, one more replay is begun at most, and only for the first finding.
  supervise::Judgement judge(const supervise::Request& request,
                             const supervise::Exploration& explored, const supervise::Found& found);

  // There is room for another one.
  [[nodiscard]] bool wants_more() const { return reported_.size() < plan_.settings.max_findings; }

  // All there are; of `rounds` the executions of the last one are counted, and of the rungs below.
  void take(const supervise::Rounds& rounds, report::Summary& summary);

  [[nodiscard]] uint64_t not_reproduced() const { return not_reproduced_; }
  // Those for which there was no time, or that could not be replayed: why, of the last of these.
  [[nodiscard]] const std::string& replay_error() const { return replay_error_; }
  [[nodiscard]] uint64_t not_replayed() const { return not_replayed_; }
  // Those that showed again in an execution that went another way than before.
  [[nodiscard]] uint64_t shown_otherwise() const { return shown_otherwise_; }
  // Where such a replay, or one that did not reproduce its finding, first went another way.
  [[nodiscard]] const explore::Difference& difference() const { return difference_; }
  [[nodiscard]] std::string problem() const;

 private:
  using Is = supervise::Judgement::Is;

  [[nodiscard]] supervise::Judgement judge_race(const supervise::Request& request,
                                                const supervise::Exploration& explored,
                                                const supervise::Found& found,
                                                supervise::Replayed first,
                                                const CapturedOutput& output);
  [[nodiscard]] std::vector<supervise::CollectedRace> collect(
      const supervise::Request& request, const supervise::Exploration& explored,
      const supervise::Found& found);
  [[nodiscard]] Is kind_of(const supervise::CollectedRace& race);
  [[nodiscard]] bool is_suppressed(const trace::Trace& trace) const;
  [[nodiscard]] bool may_be_suspect(const supervise::Exploration& explored);
  [[nodiscard]] bool may_order(const std::string& file);
  [[nodiscard]] std::vector<std::string> orders_of(const supervise::CollectedRace& race);
  Ledger& ledger_for(Is is);
  // False if there is no room for it.
  bool add(Is is, report::ReportedFinding finding, const supervise::Found& found, uint64_t race,
           const CapturedOutput* output);
  void write(Is is, size_t number, report::ReportedFinding& finding, const CapturedOutput* output);
  void note_problem(const std::string& sentence);

  const RunOptions& options_;
  const RunPlan& plan_;
  const supervise::Program& program_;
  const base::Result<trust::Key>& key_;
  const int output_;
  Ledger reported_;
  Ledger listed_;    // races, with --races visible
  Ledger suspects_;  // races, see supervise::Judgement
  supervise::Symbols symbols_;
  std::map<std::string, bool> may_order_;  // files, by their paths
  uint64_t not_reproduced_ = 0;
  uint64_t not_replayed_ = 0;
  std::string replay_error_;
  bool tried_late_ = false;  // a replay has come to its end after a limit was reached
  uint64_t shown_otherwise_ = 0;
  explore::Difference difference_;
  std::string first_problem_;
  size_t problems_ = 0;
};

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"
#include "cli/saved_search.h"
#include "supervise/replay.h"
#include "trust/key.h"
#include "verdict/decision.h"
#include "verdict/ledger.h"
#include "verdict/rounds.h"
#include "verdict/summary.h"

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
  verdict::Judgement judge(const supervise::Request& request, const verdict::Exploration& explored,
                           const verdict::Found& found);

  // There is room for another one.
  [[nodiscard]] bool wants_more() const { return reported_.size() < plan_.settings.max_findings; }

  // All there are; of `rounds` the executions of the last one are counted, and of the rungs below.
  void take(const verdict::Rounds& rounds, verdict::Summary& summary);

  // What came of replays, besides findings.
  [[nodiscard]] const verdict::Replays& replays() const { return replays_; }
  [[nodiscard]] std::string problem() const;

 private:
  using Is = verdict::Judgement::Is;

  [[nodiscard]] verdict::Judgement judge_race(const supervise::Request& request,
                                              const verdict::Exploration& explored,
                                              const verdict::Found& found,
                                              supervise::Replayed first,
                                              const CapturedOutput& output);
  [[nodiscard]] std::vector<supervise::CollectedRace> collect(const supervise::Request& request,
                                                              const verdict::Exploration& explored,
                                                              const verdict::Found& found);
  [[nodiscard]] Is kind_of(const supervise::CollectedRace& race);
  [[nodiscard]] bool is_suppressed(const trace::Trace& trace) const;
  [[nodiscard]] bool may_be_suspect(const verdict::Exploration& explored);
  [[nodiscard]] bool may_order(const std::string& file);
  [[nodiscard]] std::vector<std::string> orders_of(const supervise::CollectedRace& race);
  verdict::Ledger& ledger_for(Is is);
  // False if there is no room for it.
  bool add(Is is, verdict::ReportedFinding finding, const verdict::Found& found, uint64_t race,
           const CapturedOutput* output);
  void write(Is is, size_t number, verdict::ReportedFinding& finding, const CapturedOutput* output);
  void note_problem(const std::string& sentence);

  const RunOptions& options_;
  const RunPlan& plan_;
  const supervise::Program& program_;
  const base::Result<trust::Key>& key_;
  const int output_;
  verdict::Ledger reported_;
  verdict::Ledger listed_;    // races, with --races visible
  verdict::Ledger suspects_;  // races, see verdict::Judgement
  supervise::Symbols symbols_;
  std::map<std::string, bool> may_order_;  // files, by their paths
  verdict::Replays replays_;
  bool tried_late_ = false;  // a replay has come to its end after a limit was reached
  std::string first_problem_;
  size_t problems_ = 0;
};

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"
#include "cli/saved_search.h"
#include "report/summary.h"
#include "supervise/rounds.h"
#include "trust/key.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

class CapturedOutput;

// The findings of a run, from what its explorations have met: each is replayed, written to a
// file, and told once.
class Findings {
 public:
  // `output` is where the program's own output is shown; with `key` traces show whose they are.
  Findings(const RunOptions& options, const RunPlan& plan, const supervise::Program& program,
           const base::Result<trust::Key>& key, int output)
      : options_(options), plan_(plan), program_(program), key_(key), output_(output) {}

  // Another exploration begins: how often a finding shows is counted anew.
  void begin_round() { ++round_; }

  // What was reported of rounds before this one, to be written down; and taken up again from there.
  [[nodiscard]] std::vector<SearchDescription::Finding> so_far() const;
  base::Result<size_t> take_up(const std::vector<SearchDescription::Finding>& findings);

  // A finding is reported only after it was reproduced.  Once a limit on time is reached, or the
  // user wants an end, one more replay is begun at most, and only for the first finding.
  supervise::Judgement judge(const supervise::Request& request,
                             const supervise::Exploration& explored, const supervise::Found& found);

  // There is room for another one.
  [[nodiscard]] bool wants_more() const { return reported_.size() < plan_.settings.max_findings; }

  // All there are; `last` is the exploration whose executions are counted.
  std::vector<report::ReportedFinding> take(const supervise::Exploration& last);

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
  [[nodiscard]] bool is_suppressed(const trace::Trace& trace) const;
  void add(trace::Trace trace, const supervise::Found& found, const CapturedOutput& output);
  [[nodiscard]] std::optional<size_t> index_of(const report::ReportedFinding& finding) const;
  void count_again(size_t index, uint64_t executions);
  void note_problem(const std::string& sentence);

  const RunOptions& options_;
  const RunPlan& plan_;
  const supervise::Program& program_;
  const base::Result<trust::Key>& key_;
  const int output_;
  std::vector<report::ReportedFinding> reported_;
  std::vector<uint32_t> last_met_;    // in which round, each of them
  std::map<uint64_t, size_t> races_;  // which of them a pair of places is
  uint32_t round_ = 0;
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "explore/left.h"
#include "report/terminal.h"
#include "supervise/watch.h"
#include "verdict/summary.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace heddle::cli {

// How far a run has come.
struct Standing {
  verdict::Bound requested;
  std::optional<uint32_t> bound;  // the one under way; none if they are not done in order
  uint32_t fair_every = 0;        // 0: fairness does not climb
  std::string instead;            // of the bound, if the strategy does not go by preemptions
  uint64_t executions = 0;
  std::optional<explore::Left> left;  // of the bound under way
  std::optional<double> rate;         // executions a second, of late
  uint64_t findings = 0;
  std::chrono::seconds elapsed{0};
  std::optional<std::chrono::seconds> time_left;  // of the time limit
  std::optional<uint64_t> executions_left;        // of the limit of executions
};

// In one line of at most that many columns; what does not fit is left out, from the end.
[[nodiscard]] std::string progress_text(const Standing& standing, size_t columns,
                                        const report::Style& style);

// What a run was asked for.
struct Goal {
  verdict::Bound requested;
  bool bounds_in_order = false;
  std::optional<verdict::DelaysBound> delays;  // what bounds are of, if not of preemptions
  std::string samples;                         // the strategy, if it takes samples
  uint64_t max_executions = 0;                 // 0: no limit
  uint32_t fair_every = 0;                     // yields that fairness acts on, if it climbs
  uint64_t executions_below = 0;               // of the rungs before that
  std::optional<supervise::Clock::time_point> deadline;
  const volatile std::sig_atomic_t* interrupted = nullptr;  // not 0: be silent from now on
};

// One line on a terminal that shows how far a run has come, from its second second on.
// It is drawn over itself, and erased at the end; whoever else wants to write there in
// between erases it first.  Where there is no terminal, nothing is shown.
class Progress {
 public:
  Progress(int descriptor, Goal goal);
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Draws the line, if it is time to; may be called as often as one likes.
  void update(const explore::Counters& counters, uint64_t findings);
  void erase();

 private:
  struct Sample {
    supervise::Clock::time_point when;
    uint64_t executions;
  };

  [[nodiscard]] Standing standing(const explore::Counters& counters, uint64_t findings,
                                  supervise::Clock::time_point now) const;
  [[nodiscard]] std::optional<double> rate() const;
  void draw(const Standing& standing);

  const int descriptor_;
  const Goal goal_;
  const bool enabled_;
  const report::Style style_;
  const supervise::Clock::time_point begin_;
  std::deque<Sample> samples_;
  bool drawn_ = false;
};

}  // namespace heddle::cli

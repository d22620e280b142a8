// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "event/event.h"
#include "event/outcome.h"
#include "event/schedule.h"
#include "explore/fairness.h"
#include "explore/monitor.h"
#include "explore/strategy.h"

#include <cstdint>
#include <span>

namespace heddle::explore {

using Log = base::List<event::Event>;

// A thread that can go on, as a Subject reports it.
struct Candidate {
  event::ThreadId thread;
  uint16_t alternatives = 1;  // in how many ways; at least one
  bool by_time = false;       // only by letting its time run out, or it sleeps
  bool truncated = false;     // it could go on in still more ways
  // What it would do; kept by the subject until the step is chosen.
  const event::Operation* operation = nullptr;
};

// What a step came to, as a Subject reports it.
struct StepResult {
  int32_t result = 0;
  bool yielded = false;
  bool timed_out = false;
  event::Misuse misuse = event::Misuse::none;
  event::ThreadId other = event::kNoThread;
  uint32_t stack = 0;
};

// One execution from the side of the explorer: at each scheduling point it numbers
// the options, follows the plan and then the strategy, counts preemptions, keeps
// the log, and lets the monitors look on.
class Execution {
 public:
  static size_t bytes_needed();

  // Bytes in which a small execution finds all it needs; the rest is far away.
  static constexpr size_t kNearBytes = 1024;

  Execution(base::Region& near, base::Region& far, uint32_t fair_every, Strategy& strategy,
            const Plan& plan, Log& log, std::span<Monitor* const> monitors);

  // Who goes on?  Candidates come in the order of their threads.  Without any, or
  // when this execution is not to go on, the answer is false and outcome() says
  // why; the subject then stops.
  bool next(std::span<const Candidate> candidates, event::Choice& choice);

  // The step chosen last has been done.  False if it was the end: outcome().
  bool done(const StepResult& result);

  // The subject's process ends with that status.
  void exit(int32_t status);

  // An assumption of the program does not hold: the execution ends there, and is not
  // one of those that count.
  void drop();

  // Ends it with a finding that the subject saw itself.
  void fail(const event::Finding& finding);

  [[nodiscard]] const event::Outcome& outcome() const { return outcome_; }
  [[nodiscard]] uint32_t position() const { return static_cast<uint32_t>(log_->size()); }
  [[nodiscard]] bool fairness_removed_a_choice() const { return fairness_removed_; }
  // There were more options somewhere than can be numbered.
  [[nodiscard]] bool options_dropped() const { return options_dropped_; }

 private:
  static constexpr size_t kMaxOptions = 60000;
  static constexpr size_t kFewOptions = 10;
  static_assert(kFewOptions * sizeof(event::Option) + 64 <= kNearBytes);

  void number_options(std::span<const Candidate> candidates, const ThreadSet& allowed);
  void add_options(const Candidate& candidate);
  [[nodiscard]] uint16_t alternatives_of(uint32_t option) const;
  bool follow_plan(uint32_t& option);
  [[nodiscard]] bool plan_agrees(const event::Deviation& deviation) const;
  void fingerprint_point();
  bool end(event::Ending ending);

  Strategy* strategy_;
  const Plan* plan_;
  Log* log_;
  std::span<Monitor* const> monitors_;
  Fairness fairness_;
  base::List<event::Option> options_;
  size_t deviation_ = 0;  // of the plan, the next one
  event::ThreadId last_ = event::kNoThread;
  bool last_yielded_ = false;
  bool fairness_removed_ = false;
  bool options_dropped_ = false;
  uint16_t own_ = 0;
  uint64_t hash_ = 0;
  event::Outcome outcome_;
};

}  // namespace heddle::explore

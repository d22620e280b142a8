// SPDX-License-Identifier: Apache-2.0
#include "verdict/decision.h"

#include "verdict/advice.h"
#include "verdict/counts.h"
#include "verdict/guarantee.h"

#include <fmt/format.h>

namespace heddle::verdict {
namespace {

void fail(const std::string& sentence, Summary& summary) {
  summary.verdict = Verdict::error;
  summary.error = sentence;
}

// The same, where nothing is covered.
void fail_uncovered(const std::string& sentence, Summary& summary) {
  forget_what_is_covered(summary);
  fail(sentence, summary);
}

void add_replays_that_diverged(const Replays& replays, Summary& summary) {
  summary.diverged += replays.not_reproduced + replays.diverged;
  if (!summary.divergence.has_value()) {
    summary.divergence = divergence_of(replays.difference);
  }
  if (replays.diverged > 0) {
    summary.notes.push_back(
        "a finding showed again in an execution that went another way than the first; "
        "`heddle replay` may need several attempts, too");
  }
}

std::string what_stopped(const Rounds& rounds, const RunFacts& facts) {
  const explore::Counters& counters = rounds.last.counters;
  return rounds.last.stopped != Stopped::no ? name_of(rounds.last.stopped, facts)
         : counters.coverage.overflowed     ? "want of memory for schedules still to be run"
         : rounds.places_lost               ? "more data races than can be kept apart"
         : counters.shared_lost             ? "more shared memory than can be kept track of"
         : counters.options_dropped         ? "a choice among more options than can be numbered"
         : is_cut_by_depth(counters)
             ? fmt::format("the depth of {} steps", facts.settings.depth)
             : fmt::format("the limit of {} executions", facts.settings.max_executions);
}

void state_incomplete(const Rounds& rounds, const RunFacts& facts, Summary& summary) {
  summary.verdict = Verdict::incomplete;
  summary.stopped_by = what_stopped(rounds, facts);
  if (const std::string advice = advice_for(rounds, facts); !advice.empty()) {
    summary.notes.push_back("to try next: " + advice);
  }
  if (rounds.last.counters.fairness_removed_a_choice && !facts.climbs &&
      facts.settings.fair_every > 1) {
    summary.notes.push_back(
        "each round of a loop in which a thread waits makes schedules of its "
        "own; with --fair-every 1 there are far fewer");
  }
}

}  // namespace

void decide(const Rounds& rounds, const RunFacts& facts, const Replays& replays, Summary& summary) {
  const Exploration& explored = rounds.last;
  const explore::Counters& counters = explored.counters;
  const bool complete = is_complete(summary);
  add_replays_that_diverged(replays, summary);
  if (!explored.refused.empty() && summary.findings.empty()) {
    fail(counters.refusal.code == event::kWholeSentence
             ? explored.refused
             : fmt::format("{} uses {}, which heddle does not control yet", facts.path,
                           explored.refused),
         summary);
  } else if (!summary.findings.empty()) {
    summary.verdict = Verdict::finding;
  } else if (!replays.error.empty()) {
    fail_uncovered("a failure was met, but it could not be replayed: " + replays.error, summary);
  } else if (summary.diverged > 0) {
    summary.verdict = Verdict::nondeterministic;
    forget_what_is_covered(summary);
  } else if (counters.unseen > 0) {
    fail_uncovered(not_seen_to_its_end(counters, facts.path), summary);
  } else if (!complete || replays.not_replayed > 0) {
    state_incomplete(rounds, facts, summary);
  } else if (summary.executions == 0) {
    fail_uncovered(
        fmt::format("no execution of {} is of interest: in each of them a heddle_assume fails",
                    facts.path),
        summary);
  }
}

bool can_go_on(const Rounds& rounds, const RunFacts& facts, const Summary& summary) {
  const explore::Counters& counters = rounds.last.counters;
  const bool by_limit = rounds.last.stopped != Stopped::no || rounds.stopped_below ||
                        (counters.coverage.waiting > 0 && !counters.coverage.overflowed &&
                         !counters.shared_lost && !counters.options_dropped);
  const bool wants_more = summary.verdict == Verdict::incomplete ||
                          (summary.verdict == Verdict::finding &&
                           summary.findings.size() < facts.settings.max_findings);
  return wants_more && by_limit;
}

std::string name_of(Stopped stopped, const RunFacts& facts) {
  switch (stopped) {
    case Stopped::by_user:
      return "an interrupt";
    case Stopped::by_disk:
      return "want of room on the disk";
    case Stopped::no:
    case Stopped::by_time:
      break;
  }
  return "the time limit (" + facts.time_limit + ")";
}

int exit_status(Verdict verdict, bool allow_incomplete) {
  switch (verdict) {
    case Verdict::clean:
      return kStatusClean;
    case Verdict::finding:
      return kStatusFinding;
    case Verdict::incomplete:
      return allow_incomplete ? kStatusClean : kStatusIncomplete;
    case Verdict::nondeterministic:
      return kStatusNondeterministic;
    case Verdict::error:
      break;
  }
  return kStatusUsage;
}

}  // namespace heddle::verdict

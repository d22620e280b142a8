// SPDX-License-Identifier: Apache-2.0
#include "verdict/counts.h"

#include "explore/left.h"
#include "search/pct.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace heddle::verdict {

namespace {

std::string name_of(explore::Reset reset) {
  switch (reset) {
    case explore::Reset::fork:
      return "fork";
    case explore::Reset::exec:
      return "exec";
    case explore::Reset::snapshot:
      return "snapshot";
    case explore::Reset::loop:
      break;
  }
  return "loop";
}

std::string note_text(const explore::NoteRecord& note) {
  const bool object = note.kind == event::Misuse::object_not_destroyed;
  return fmt::format("{} {} (in {} execution{})", object ? "an object" : "a thread",
                     event::word_for(note.kind), note.executions, note.executions == 1 ? "" : "s");
}

std::string why_unreduced(explore::Unreduced why) {
  using explore::Unreduced;
  switch (why) {
    case Unreduced::no:
      return "";
    case Unreduced::by_fairness:
      return "threads that wait in loops, or yield often, may be kept from going on";
    case Unreduced::by_descriptors:
      return "threads wait for descriptors, and only the kernel knows who goes on then";
    case Unreduced::died:
      return "the program's process was destroyed, and nobody knows what its threads were about to "
             "do";
    case Unreduced::exited_with_live_threads:
      return "the program ends in the middle of its threads' work, and some of its operations have "
             "several outcomes";
    case Unreduced::destroyed:
      return "something that threads synchronize with is destroyed while others may use it";
    case Unreduced::prediction_failed:
      return "what could follow is too much to be kept, or not as it was before";
    case Unreduced::planning:
      return "to work out which schedules are alike takes longer than to run them";
    case Unreduced::pinned:
      return "threads are not preempted everywhere (--scope, --no-scope, heddle_atomic_begin), and "
             "there is no bound";
  }
  return "";
}

void count_for_strategy(const explore::Counters& counters, const RunFacts& facts,
                        Summary& summary) {
  const explore::Settings& settings = facts.settings;
  if (settings.strategy == explore::StrategyKind::depth_bound && is_cut_by_depth(counters) &&
      counters.incomplete_from == UINT32_MAX && facts.bound.all) {
    summary.depth = settings.depth;
  }
  if (settings.strategy == explore::StrategyKind::pct) {
    summary.pct = {.bug_depth = settings.bug_depth,
                   .threads = counters.threads,
                   .steps = counters.max_steps,
                   .probability = {}};
    // Within a bound of preemptions, or where there are to be none, priorities are not what
    // decides.
    if (facts.bound.all && counters.executions > 0 && !counters.pins_removed_a_choice) {
      summary.pct->probability =
          search::pct_probability(counters.threads, counters.max_steps, settings.bug_depth);
    }
  }
}

void add_notes(const Rounds& rounds, const RunFacts& facts, Summary& summary) {
  const auto note = [&](uint32_t races, const char* what) {
    if (races > 0) {
      const bool sync_only = facts.settings.visible == explore::Visible::sync;
      summary.notes.push_back(fmt::format("{} data race{} {}; {}{} places are {}scheduling points",
                                          races, races == 1 ? " is" : "s are", what,
                                          sync_only ? "with --visible sync " : "",
                                          races == 1 ? "its" : "their", sync_only ? "no " : ""));
    }
  };
  // They are known by their places, whatever the stack or the variable was that has matched.
  note(rounds.suppressed, "suppressed");
  if (rounds.suppressed > 0) {
    summary.notes.push_back("a suppressed race suppresses all races between its two places");
  }
  note(rounds.benign, "marked as benign by the program");
  for (const std::string& kind : facts.unknown_suppressions) {
    summary.notes.push_back("suppressions of the kind '" + kind +
                            "' are not known, and do nothing");
  }
}

}  // namespace

bool is_cut_by_depth(const explore::Counters& counters) {
  return counters.coverage.cut && counters.coverage.waiting == 0;
}

void count(const Rounds& rounds, const RunFacts& facts, Summary& summary) {
  Exploration explored = rounds.last;
  add_lower(rounds.climb, explored);
  const explore::Counters& counters = explored.counters;
  summary.rounds = rounds.after_races + 1;
  summary.executions = counters.executions;
  summary.pruned = counters.pruned;
  summary.assumption_failed = counters.assumption_failed;
  summary.diverged = counters.diverged + counters.retried;
  summary.divergence = divergence_of(explored.difference);
  summary.steps = counters.steps;
  if (explored.states) {
    summary.states = std::accumulate(explored.states->begin(), explored.states->end(), uint64_t{0});
  }
  summary.threads = counters.threads;
  summary.max_steps = counters.max_steps;
  summary.max_preemptions = counters.max_preemptions;
  summary.waiting = counters.coverage.waiting;
  if (const auto left = explore::left_of(counters.coverage); left.has_value()) {
    summary.estimate = {left->executions, left->low, left->high};
  }
  summary.executions_before = rounds.executions_before;
  if (facts.settings.explain) {
    summary.sizes = ProgramSizes{counters.threads, counters.sizes.steps, counters.sizes.blocking,
                                 counters.sizes.chooses};
  }
  summary.wall_seconds = explored.seconds;
  count_for_strategy(counters, facts, summary);
  summary.reset = facts.is_model ? "" : name_of(explored.reset);
  summary.notes = explored.remarks;
  for (const explore::NoteRecord& note : explored.notes) {
    summary.notes.push_back(note_text(note));
  }
  add_notes(rounds, facts, summary);
  const explore::Coverage& coverage = explored.counters.coverage;
  if (coverage.beyond_bound) {
    summary.notes.emplace_back(
        "reduced without the bound: to work out which schedules are within it takes longer than to "
        "run all that differ");
  }
  if (const std::string why = why_unreduced(coverage.unreduced); !why.empty()) {
    summary.reduction = coverage.by_states ? "cache" : "none";
    summary.notes.push_back(
        (coverage.by_states ? "reduced by states, not by traces: " : "without a reduction: ") +
        why);
  }
}

// Those of the last rung; of the first try at it, if that has come further.
void count_by_bound(const Rounds& rounds, Summary& summary) {
  const bool by_try =
      rounds.climb.is_under_way() &&
      (!rounds.climb.is_at_last() || rounds.climb.try_->counters.coverage.completed_bound >
                                         rounds.last.counters.coverage.completed_bound);
  const Rung explored = by_try ? *rounds.climb.try_ : rung_of(rounds.last);
  const explore::Counters& counters = explored.counters;
  if (counters.coverage.beyond_bound) {
    summary.has_by_bound = false;  // an execution stands for others, with fewer preemptions maybe
    return;
  }
  if (by_try && counters.executions == 0) {
    return;
  }
  uint32_t highest = counters.max_preemptions;
  if (summary.completed.has_value() && !summary.completed->all) {
    highest = std::max(highest, summary.completed->preemptions);
  }
  uint64_t sum = 0;
  uint64_t states = 0;
  for (uint32_t i = 0; i <= highest && i < explore::kMaxBounds; ++i) {
    sum += counters.by_preemptions[i];
    states += explored.states ? (*explored.states)[i] : 0;
    summary.by_bound.push_back({i, sum, {}});
    if (explored.states) {
      summary.by_bound.back().states = states;
    }
  }
}

}  // namespace heddle::verdict

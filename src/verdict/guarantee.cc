// SPDX-License-Identifier: Apache-2.0
#include "verdict/guarantee.h"

#include "verdict/assumptions.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::verdict {
namespace {

// The highest bound of which every execution was done, and seen to its end.
std::optional<Bound> completed_bound(const explore::Counters& counters, const Bound& requested) {
  const explore::Coverage& coverage = counters.coverage;
  if (coverage.overflowed || coverage.completed_bound < 0 || counters.incomplete_from == 0) {
    return std::nullopt;
  }
  if (counters.incomplete_from != UINT32_MAX) {
    if (coverage.by_traces) {
      return std::nullopt;
    }
    const auto completed = static_cast<uint32_t>(coverage.completed_bound);
    return Bound{.all = false, .preemptions = std::min(completed, counters.incomplete_from - 1)};
  }
  if (coverage.exhausted) {
    return requested;
  }
  return Bound{.all = false, .preemptions = static_cast<uint32_t>(coverage.completed_bound)};
}

// Where there are no preemptions, it does not matter where they would be allowed.
std::string statement(const Bound& completed, bool exhausted, const Scope& scope) {
  if (completed.all) {
    return scope.any() ? fmt::format("Every schedule with {} is covered.",
                                     scope_words(scope, "its preemptions"))
                       : "Every schedule is covered.";
  }
  const bool scoped = scope.any() && (completed.preemptions > 0 || exhausted);
  return fmt::format("Every schedule with at most {} preemption{}{} is covered{}.",
                     completed.preemptions, completed.preemptions == 1 ? "" : "s",
                     scoped ? ", " + scope_words(scope, "them") + "," : "",
                     !exhausted ? ""
                     : scoped   ? ", and more of them make no difference"
                                : ", and others make no difference");
}

// The same of delays.  How many delays came before an execution that was not seen to its end
// is not written down.
std::optional<DelaysBound> completed_delays(const explore::Counters& counters,
                                            const DelaysBound& requested) {
  const explore::Coverage& coverage = counters.coverage;
  if (coverage.overflowed || coverage.completed_delays < 0 ||
      counters.incomplete_from != UINT32_MAX) {
    return std::nullopt;
  }
  if (coverage.exhausted) {
    return requested;
  }
  return DelaysBound{.all = false, .delays = static_cast<uint32_t>(coverage.completed_delays)};
}

std::string statement(const DelaysBound& completed, bool exhausted, const Scope& scope) {
  if (completed.all) {
    return statement(Bound{.all = true}, exhausted, scope);
  }
  return fmt::format("Every schedule with at most {} delay{}{} is covered{}.", completed.delays,
                     completed.delays == 1 ? "" : "s",
                     scope.any() ? ", " + scope_words(scope, "its preemptions") + "," : "",
                     !exhausted    ? ""
                     : scope.any() ? ", and there are no others of this kind"
                                   : ", and there are no others");
}

// Neither the search nor fairness has left anything out.
bool was_everything(const explore::Counters& counters) {
  return counters.coverage.exhausted && counters.incomplete_from == UINT32_MAX &&
         !counters.fairness_removed_a_choice;
}

// What the program did where heddle could not follow.
std::string unseen_words(const explore::Counters& counters) {
  switch (counters.unseen_why) {
    case event::Unseen::replaced:
      return fmt::format("became another program ({})", counters.unseen_what);
    case event::Unseen::in_other_process:
      return fmt::format("went on in another process ({})", counters.unseen_what);
    case event::Unseen::threads:
      return fmt::format("had threads that heddle does not control ({})", counters.unseen_what);
    case event::Unseen::no_word:
    case event::Unseen::nothing:
      break;
  }
  return "was gone, with status 0, before heddle saw it end";
}

std::string ordinal(uint32_t number) {
  return number == 1 ? "every yield"
                     : fmt::format("every {}{} yield", number, number == 2 ? "nd" : "th");
}

std::string completed_words(const FairRung& rung) {
  if (rung.completed.has_value() && rung.completed->all) {
    return "complete";
  }
  if (rung.completed_delays.has_value()) {
    return rung.completed_delays->all
               ? "complete"
               : fmt::format("{} delays complete", rung.completed_delays->delays);
  }
  return rung.completed.has_value() ? fmt::format("bound {} complete", rung.completed->preemptions)
                                    : "no bound complete";
}

std::string climb_words(const Summary& summary) {
  std::string text = "fairness acts, so all bounds were done first while it acts more often: at ";
  const char* separator = "";
  for (const FairRung& rung : summary.fairness) {
    text += separator + ordinal(rung.every) + " (" + completed_words(rung) + ")";
    separator = ", ";
  }
  return text;
}

bool is_deterministic(const Rounds& rounds) {
  const auto is = [](const explore::Counters& counters) {
    return counters.diverged == 0 && counters.retried == 0;
  };
  return is(rounds.last.counters) &&
         std::all_of(rounds.climb.done.begin(), rounds.climb.done.end(),
                     [&](const Rung& rung) { return is(rung.counters); });
}

// What was covered at the last rung: by its own search or, before that has come as far, by the
// first try at it.
void state_bounds(const Rounds& rounds, Summary& summary) {
  const auto state = [&](const explore::Counters& counters) {
    if (summary.has_bound) {
      const std::optional<Bound> bound = completed_bound(counters, summary.requested);
      const bool more = bound.has_value() && (!summary.completed.has_value() || bound->all ||
                                              bound->preemptions > summary.completed->preemptions);
      summary.completed = more ? bound : summary.completed;
    }
    if (summary.delays.has_value()) {
      std::optional<DelaysBound>& known = summary.delays->completed;
      const auto bound = completed_delays(counters, summary.delays->requested);
      const bool more =
          bound.has_value() && (!known.has_value() || bound->all || bound->delays > known->delays);
      known = more ? bound : known;
    }
  };
  if (rounds.climb.is_under_way()) {
    state(rounds.climb.try_->counters);
  }
  if (!rounds.climb.is_under_way() || rounds.climb.is_at_last()) {
    state(rounds.last.counters);
  }
}

void state_rungs(const Rounds& rounds, Summary& summary) {
  const auto state = [&](uint32_t every, const explore::Counters& counters) {
    FairRung rung{
        .every = every, .completed = {}, .completed_delays = {}, .executions = counters.executions};
    if (counters.diverged == 0 && counters.retried == 0) {
      if (summary.has_bound) {
        rung.completed = completed_bound(counters, summary.requested);
      }
      if (summary.delays.has_value()) {
        rung.completed_delays = completed_delays(counters, summary.delays->requested);
      }
    }
    summary.fairness.push_back(rung);
  };
  for (const Rung& rung : rounds.climb.done) {
    state(rung.every, rung.counters);
  }
  if (rounds.climb.is_under_way() || rounds.last.counters.fairness_acted) {
    state(rounds.last.settings.fair_every, rounds.last.counters);
  }
}

}  // namespace

std::string not_seen_to_its_end(const explore::Counters& counters, const std::string& program) {
  return fmt::format(
      "in {} of {} execution{} {} {}; what it did then was not seen, so nothing is guaranteed",
      counters.unseen, counters.executions, counters.executions == 1 ? "" : "s", program,
      unseen_words(counters));
}

void state_guarantee(const Rounds& rounds, const RunFacts& facts, Summary& summary) {
  const explore::Counters& counters = rounds.last.counters;
  state_rungs(rounds, summary);
  if (summary.fairness.size() > 1 || rounds.climb.is_under_way()) {
    summary.notes.push_back(climb_words(summary));
  }
  if (is_deterministic(rounds)) {
    state_bounds(rounds, summary);
  }
  summary.scope.atomic_sections = is_so_on_any(rounds, &explore::Counters::atomic_sections);
  const bool everything = was_everything(counters) && !rounds.climb.is_under_way();
  if (summary.completed.has_value()) {
    summary.statement = statement(*summary.completed, everything, summary.scope);
  } else if (summary.delays.has_value() && summary.delays->completed.has_value()) {
    summary.statement = statement(*summary.delays->completed, everything, summary.scope);
  }
  state_assumptions(rounds, facts, summary);
  summary.uncontrolled = rounds.last.uncontrolled;
}

bool is_complete(const Summary& summary) {
  if (summary.delays.has_value()) {
    const Delays& delays = *summary.delays;
    return delays.completed.has_value() &&
           (delays.completed->all ||
            (!delays.requested.all && delays.completed->delays >= delays.requested.delays));
  }
  const Bound& requested = summary.requested;
  return summary.completed.has_value() &&
         (summary.completed->all ||
          (!requested.all && summary.completed->preemptions >= requested.preemptions));
}

void forget_what_is_covered(Summary& summary) {
  summary.statement.clear();
  summary.completed.reset();
  summary.depth.reset();
  if (summary.delays.has_value()) {
    summary.delays->completed.reset();
  }
}

}  // namespace heddle::verdict

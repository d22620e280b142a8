// SPDX-License-Identifier: Apache-2.0
#include "cli/guarantee.h"

#include "supervise/launch.h"
#include "supervise/symbolizer.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

using report::Bound;

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
std::string statement(const Bound& completed, bool exhausted, const report::Scope& scope) {
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
std::optional<report::DelaysBound> completed_delays(const explore::Counters& counters,
                                                    const report::DelaysBound& requested) {
  const explore::Coverage& coverage = counters.coverage;
  if (coverage.overflowed || coverage.completed_delays < 0 ||
      counters.incomplete_from != UINT32_MAX) {
    return std::nullopt;
  }
  if (coverage.exhausted) {
    return requested;
  }
  return report::DelaysBound{.all = false,
                             .delays = static_cast<uint32_t>(coverage.completed_delays)};
}

std::string statement(const report::DelaysBound& completed, bool exhausted,
                      const report::Scope& scope) {
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

std::string input_assumption(const supervise::Program& program, bool input_ended) {
  std::string text = "this input: ";
  const size_t arguments = program.arguments.size() - 1;
  text += arguments == 0 ? "no arguments"
                         : fmt::format("{} argument{}", arguments, arguments == 1 ? "" : "s");
  text += program.standard_input.empty()
              ? ", empty standard input"
              : fmt::format(", {} bytes of standard input", program.standard_input.size());
  return input_ended ? text : text + " (which had not come to its end)";
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool is_listed(const std::vector<std::string>& files, const std::string& file) {
  return std::find(files.begin(), files.end(), file) != files.end();
}

// Files of the program's own process that were not compiled for heddle, by their names.  The user's
// own come first: those could have been.
std::string unseen_files(const supervise::Exploration& exploration,
                         const supervise::Program& program) {
  std::string own;
  std::string systems;
  for (const std::string& file : exploration.loaded) {
    const std::string name = file_name(file.empty() ? program.path : file);
    // The kernel's own part of every process, and ours.
    const bool belongs_to_nobody =
        name.starts_with("linux-vdso") || name.starts_with("libheddle_rt");
    if (!belongs_to_nobody && !is_listed(exploration.instrumented, file)) {
      std::string& names = supervise::is_system_module(file) ? systems : own;
      names += (names.empty() ? "" : ", ") + name;
    }
  }
  if (own.empty() || systems.empty()) {
    return own + systems;
  }
  return own + "; and, of the system, " + systems;
}

std::string races_checked(const supervise::Exploration& exploration,
                          const supervise::Program& program) {
  if (exploration.settings.races == explore::Races::ignore) {
    return "assuming that there are no data races: they were not looked for (--races ignore)";
  }
  const std::string unseen = unseen_files(exploration, program);
  return "data races were checked in every execution" +
         (unseen.empty()
              ? ""
              : "; accesses in code that was not compiled with heddle cc are not seen: " + unseen);
}

uint64_t bytes_in(const std::vector<explore::SharedBytes>& shared) {
  uint64_t bytes = 0;
  for (const explore::SharedBytes& some : shared) {
    bytes += static_cast<uint64_t>(__builtin_popcountll(some.mask));
  }
  return bytes;
}

// Without races, synchronization is enough (docs/reference/races.md); there is something to
// say only where more or less than that was done.
std::string scheduling_points(const supervise::Exploration& exploration) {
  constexpr char kAlways[] = "scheduling points are synchronization calls, atomics";
  const size_t places = exploration.visibility.places.size();
  switch (exploration.settings.visible) {
    case explore::Visible::sync:
      return fmt::format("{} and volatiles only", kAlways);
    case explore::Visible::race:
      return places == 0 ? ""
                         : fmt::format("{}, volatiles, and the accesses at {} place{} that race",
                                       kAlways, places, places == 1 ? "" : "s");
    case explore::Visible::all:
      return fmt::format(
          "{}, volatiles, and every access to the {} bytes that more than one "
          "thread touches",
          kAlways, bytes_in(exploration.visibility.shared));
  }
  return "";
}

// But for those that something else is assumed of.
std::string known_races(const supervise::Exploration& exploration, size_t suspected) {
  const size_t races = exploration.visibility.known_races.size() - suspected;
  if (races == 0) {
    return "";
  }
  const std::string which =
      races == 1 ? "the known data race" : fmt::format("the {} known data races", races);
  return exploration.settings.visible == explore::Visible::sync
             ? fmt::format("assuming that the order of the accesses in {} does not matter", which)
             : fmt::format("assuming that the accesses in {} are done as they stand in the program",
                           which);
}

// What orders the accesses of suspects, each once.
void add_suspects(const report::Summary& summary, std::vector<std::string>& assumptions) {
  std::map<std::vector<std::string>, size_t> suspects;
  for (const report::ReportedFinding& suspect : summary.suspects) {
    ++suspects[suspect.orders];
  }
  for (const auto& [files, count] : suspects) {
    std::string names;
    for (const std::string& file : files) {
      names += (names.empty() ? "" : " or ") + file;
    }
    assumptions.push_back(
        fmt::format("assuming that {} orders the accesses in {} suspected data race{}", names,
                    count, count == 1 ? "" : "s"));
  }
}

void add_visibility(const supervise::Exploration& exploration, const supervise::Program& program,
                    size_t suspected, std::vector<std::string>& assumptions) {
  if (exploration.instrumented.empty()) {
    assumptions.push_back(
        "no data races: only synchronization calls are scheduling points, and races are not "
        "checked (they are in a program that is compiled with heddle cc or heddle c++)");
    assumptions.push_back("sequentially consistent memory");
    return;
  }
  for (const std::string& text :
       {races_checked(exploration, program), scheduling_points(exploration),
        known_races(exploration, suspected)}) {
    if (!text.empty()) {
      assumptions.push_back(text);
    }
  }
  assumptions.push_back(
      "sequentially consistent values; memory orders are used for happens-before only");
  if (exploration.settings.volatile_sync) {
    assumptions.push_back("volatile accesses synchronize");
  }
}

// A real malloc gives out freed memory again, and nobody knows when.
void add_reuse(const supervise::Exploration& exploration, bool possible,
               std::vector<std::string>& assumptions) {
  if (exploration.settings.reuse) {
    assumptions.push_back(
        fmt::format("while there are other threads, a malloc returns fresh memory or one of the "
                    "last {} blocks of its size that were freed among threads",
                    explore::kMostReusable));
  } else if (possible) {
    assumptions.push_back(
        "reuse of freed memory was not explored: a malloc returns fresh memory (see --reuse)");
  }
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

// Some of the names, and how many more there are.
std::string some_of(const std::vector<std::string>& names) {
  constexpr size_t kSome = 8;
  std::string text;
  for (size_t i = 0; i < names.size() && i < kSome; ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return names.size() <= kSome ? text : fmt::format("{} and {} more", text, names.size() - kSome);
}

// What threads share outside the memory that heddle sees.
void add_effects(const supervise::Exploration& exploration, const supervise::Program& program,
                 std::vector<std::string>& assumptions) {
  if (!exploration.effects.empty()) {
    assumptions.push_back(
        "calls with effects outside memory are not scheduling points; their orders are covered as "
        "far as steps are reordered: " +
        some_of(exploration.effects));
  }
  std::vector<std::string> files;
  for (const std::string& file : exploration.foreign) {
    files.push_back(file_name(file.empty() ? program.path : file));
  }
  if (!files.empty()) {
    assumptions.push_back(
        "what threads share inside code that was not compiled with heddle cc is not seen; several "
        "threads ran in " +
        some_of(files));
  }
}

std::string ordinal(uint32_t number) {
  return number == 1 ? "every yield"
                     : fmt::format("every {}{} yield", number, number == 2 ? "nd" : "th");
}

std::string completed_words(const report::FairRung& rung) {
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

std::string climb_words(const report::Summary& summary) {
  std::string text = "fairness acts, so all bounds were done first while it acts more often: at ";
  const char* separator = "";
  for (const report::FairRung& rung : summary.fairness) {
    text += separator + ordinal(rung.every) + " (" + completed_words(rung) + ")";
    separator = ", ";
  }
  return text;
}

bool is_deterministic(const supervise::Rounds& rounds) {
  const auto is = [](const explore::Counters& counters) {
    return counters.diverged == 0 && counters.retried == 0;
  };
  return is(rounds.last.counters) &&
         std::all_of(rounds.climb.done.begin(), rounds.climb.done.end(),
                     [&](const supervise::Rung& rung) { return is(rung.counters); });
}

// What was covered at the last rung: by its own search or, before that has come as far, by the
// first try at it.
void state_bounds(const supervise::Rounds& rounds, report::Summary& summary) {
  const auto state = [&](const explore::Counters& counters) {
    if (summary.has_bound) {
      const std::optional<Bound> bound = completed_bound(counters, summary.requested);
      const bool more = bound.has_value() && (!summary.completed.has_value() || bound->all ||
                                              bound->preemptions > summary.completed->preemptions);
      summary.completed = more ? bound : summary.completed;
    }
    if (summary.delays.has_value()) {
      std::optional<report::DelaysBound>& known = summary.delays->completed;
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

// On any rung, or in the first try: what is covered may be what that has covered.
bool is_so_on_any(const supervise::Rounds& rounds, bool explore::Counters::*what) {
  return rounds.last.counters.*what ||
         (rounds.climb.is_under_way() && rounds.climb.try_->counters.*what) ||
         std::any_of(rounds.climb.done.begin(), rounds.climb.done.end(),
                     [&](const supervise::Rung& rung) { return rung.counters.*what; });
}

// On all rungs; in the first try, if it was only there.
uint64_t assumptions_failed(const supervise::Rounds& rounds) {
  uint64_t sum = rounds.last.counters.assumption_failed;
  for (const supervise::Rung& rung : rounds.climb.done) {
    sum += rung.counters.assumption_failed;
  }
  return sum > 0 || !rounds.climb.is_under_way() ? sum
                                                 : rounds.climb.try_->counters.assumption_failed;
}

void state_rungs(const supervise::Rounds& rounds, report::Summary& summary) {
  const auto state = [&](uint32_t every, const explore::Counters& counters) {
    report::FairRung rung{
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
  for (const supervise::Rung& rung : rounds.climb.done) {
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

void state_guarantee(const supervise::Rounds& rounds, const supervise::Program& program,
                     bool input_ended, report::Summary& summary) {
  const supervise::Exploration& exploration = rounds.last;
  const explore::Counters& counters = exploration.counters;
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
  std::vector<std::string>& assumptions = summary.assumptions;
  assumptions.push_back(input_assumption(program, input_ended));
  add_visibility(exploration, program, summary.suspected, assumptions);
  add_suspects(summary, assumptions);
  add_effects(exploration, program, assumptions);
  add_reuse(exploration, is_so_on_any(rounds, &explore::Counters::reuse_possible), assumptions);
  assumptions.push_back(
      fmt::format("virtual time, and random numbers from seed {}", exploration.settings.seed));
  if (counters.fairness_removed_a_choice || rounds.climb.is_under_way()) {
    assumptions.push_back("assuming that a thread yields only while it cannot progress");
  }
  if (const uint64_t dropped = assumptions_failed(rounds); dropped > 0) {
    assumptions.push_back(fmt::format(
        "assuming that every heddle_assume holds (executions dropped where one did not: {})",
        dropped));
  }
  if (!supervise::addresses_can_be_fixed()) {
    assumptions.push_back(
        "what the program does is independent of its addresses, which differ "
        "from run to run here");
  }
  summary.uncontrolled = exploration.uncontrolled;
}

bool is_complete(const report::Summary& summary) {
  if (summary.delays.has_value()) {
    const report::Delays& delays = *summary.delays;
    return delays.completed.has_value() &&
           (delays.completed->all ||
            (!delays.requested.all && delays.completed->delays >= delays.requested.delays));
  }
  const report::Bound& requested = summary.requested;
  return summary.completed.has_value() &&
         (summary.completed->all ||
          (!requested.all && summary.completed->preemptions >= requested.preemptions));
}

void forget_what_is_covered(report::Summary& summary) {
  summary.statement.clear();
  summary.completed.reset();
  summary.depth.reset();
  if (summary.delays.has_value()) {
    summary.delays->completed.reset();
  }
}

}  // namespace heddle::cli

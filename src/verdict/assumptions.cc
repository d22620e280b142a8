// SPDX-License-Identifier: Apache-2.0
#include "verdict/assumptions.h"

#include "verdict/system_files.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace heddle::verdict {
namespace {

std::string input_assumption(const RunFacts& facts) {
  std::string text = "this input: ";
  text += facts.arguments == 0
              ? "no arguments"
              : fmt::format("{} argument{}", facts.arguments, facts.arguments == 1 ? "" : "s");
  text += facts.input_bytes == 0 ? ", empty standard input"
                                 : fmt::format(", {} bytes of standard input", facts.input_bytes);
  return facts.input_ended ? text : text + " (which had not come to its end)";
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool is_listed(const std::vector<std::string>& files, const std::string& file) {
  return std::find(files.begin(), files.end(), file) != files.end();
}

// Files of the program's own process that were not compiled for heddle, by their names.  The user's
// own come first: those could have been.
std::string unseen_files(const Exploration& exploration, const RunFacts& facts) {
  std::string own;
  std::string systems;
  for (const std::string& file : exploration.loaded) {
    const std::string name = file_name(file.empty() ? facts.path : file);
    // The kernel's own part of every process, and ours.
    const bool belongs_to_nobody =
        name.starts_with("linux-vdso") || name.starts_with("libheddle_rt");
    if (!belongs_to_nobody && !is_listed(exploration.instrumented, file)) {
      std::string& names = is_system_module(file) ? systems : own;
      names += (names.empty() ? "" : ", ") + name;
    }
  }
  if (own.empty() || systems.empty()) {
    return own + systems;
  }
  return own + "; and, of the system, " + systems;
}

std::string races_checked(const Exploration& exploration, const RunFacts& facts) {
  if (exploration.settings.races == explore::Races::ignore) {
    return "assuming that there are no data races: they were not looked for (--races ignore)";
  }
  const std::string unseen = unseen_files(exploration, facts);
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
std::string scheduling_points(const Exploration& exploration) {
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
std::string known_races(const Exploration& exploration, size_t suspected) {
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
void add_suspects(const Summary& summary, std::vector<std::string>& assumptions) {
  std::map<std::vector<std::string>, size_t> suspects;
  for (const ReportedFinding& suspect : summary.suspects) {
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

void add_visibility(const Exploration& exploration, const RunFacts& facts, size_t suspected,
                    std::vector<std::string>& assumptions) {
  if (exploration.instrumented.empty()) {
    assumptions.push_back(
        "no data races: only synchronization calls are scheduling points, and races are not "
        "checked (they are in a program that is compiled with heddle cc or heddle c++)");
    assumptions.push_back("sequentially consistent memory");
    return;
  }
  for (const std::string& text : {races_checked(exploration, facts), scheduling_points(exploration),
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
void add_reuse(const Exploration& exploration, bool possible,
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
void add_effects(const Exploration& exploration, const RunFacts& facts,
                 std::vector<std::string>& assumptions) {
  if (!exploration.effects.empty()) {
    const bool shows_channels = facts.settings.visible == explore::Visible::all;
    assumptions.push_back(
        fmt::format("calls with effects outside memory{} are not scheduling points; their orders "
                    "are covered as far as steps are reordered: {}",
                    shows_channels ? ", other than on pipes, sockets and events," : "",
                    some_of(exploration.effects)));
  }
  std::vector<std::string> files;
  for (const std::string& file : exploration.foreign) {
    files.push_back(file_name(file.empty() ? facts.path : file));
  }
  if (!files.empty()) {
    assumptions.push_back(
        "what threads share inside code that was not compiled with heddle cc is not seen; several "
        "threads ran in " +
        some_of(files));
  }
}

// On all rungs; in the first try, if it was only there.
uint64_t assumptions_failed(const Rounds& rounds) {
  uint64_t sum = rounds.last.counters.assumption_failed;
  for (const Rung& rung : rounds.climb.done) {
    sum += rung.counters.assumption_failed;
  }
  return sum > 0 || !rounds.climb.is_under_way() ? sum
                                                 : rounds.climb.try_->counters.assumption_failed;
}

void add_those_of_programs(const Rounds& rounds, const RunFacts& facts, Summary& summary) {
  const Exploration& exploration = rounds.last;
  std::vector<std::string>& assumptions = summary.assumptions;
  assumptions.push_back(input_assumption(facts));
  add_visibility(exploration, facts, summary.suspected, assumptions);
  add_suspects(summary, assumptions);
  add_effects(exploration, facts, assumptions);
  add_reuse(exploration, is_so_on_any(rounds, &explore::Counters::reuse_possible), assumptions);
  assumptions.push_back(
      fmt::format("virtual time, and random numbers from seed {}", exploration.settings.seed));
}

}  // namespace

void state_assumptions(const Rounds& rounds, const RunFacts& facts, Summary& summary) {
  const explore::Counters& counters = rounds.last.counters;
  std::vector<std::string>& assumptions = summary.assumptions;
  if (facts.is_model) {
    assumptions.emplace_back("sequentially consistent memory");
    assumptions.emplace_back("virtual time");
  } else {
    add_those_of_programs(rounds, facts, summary);
  }
  if (counters.fairness_removed_a_choice || rounds.climb.is_under_way()) {
    assumptions.push_back("assuming that a thread yields only while it cannot progress");
  }
  if (const uint64_t dropped = assumptions_failed(rounds); dropped > 0) {
    assumptions.push_back(fmt::format(
        "assuming that every heddle_assume holds (executions dropped where one did not: {})",
        dropped));
  }
  if (!facts.fixed_addresses) {
    assumptions.push_back(
        "what the program does is independent of its addresses, which differ "
        "from run to run here");
  }
}

}  // namespace heddle::verdict

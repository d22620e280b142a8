// SPDX-License-Identifier: Apache-2.0
#include "supervise/replay.h"

#include "supervise/gdb.h"
#include "supervise/recording.h"
#include "supervise/session.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include <unistd.h>

namespace heddle::supervise {
namespace {

// How often a schedule is run until an execution follows it and ends as before; and how often until
// it is enough that one ends as before.
constexpr int kMostReplays = 12;
constexpr int kExactReplays = 3;

// What is to be run: deviations, and how many steps there were.
struct Schedule {
  std::vector<event::Deviation> plan;
  std::vector<event::Hold> holds;
  std::span<const event::Event> log;  // the steps, if they are known
  std::optional<event::Finding> finding;
  size_t steps = 0;
  uint32_t last_fingerprint = 0;
};

Schedule schedule_of(const trace::Trace& trace) {
  Schedule schedule;
  schedule.holds = trace.holds;
  schedule.log = trace.steps;
  schedule.finding = trace.finding;
  schedule.steps = trace.steps.size();
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    const event::Event& event = trace.steps[i];
    schedule.last_fingerprint = event.fingerprint;
    if (event.chosen != 0) {
      schedule.plan.push_back(
          {static_cast<uint32_t>(i), event.chosen, event.options, event.fingerprint});
    }
  }
  return schedule;
}

// What is a finding only when the user is strict.
bool is_leftover(const trace::Trace& trace) {
  return trace.finding.has_value() && trace.finding->kind == event::FindingKind::misuse &&
         trace.finding->misuse >= event::Misuse::thread_left_running;
}

// What a trace has too much of is left out; it then goes another way.
verdict::Visibility visibility_of(const trace::Trace& trace) {
  verdict::Visibility visibility;
  for (const trace::Place& place : trace.places) {
    explore::PlaceRecord record;
    record.offset = place.offset;
    strncpy(record.module, place.module.c_str(), sizeof record.module - 1);
    visibility.places.push_back(record);
  }
  for (const std::string& path : trace.scope.modules) {
    explore::ScopeModule module;
    strncpy(module.path, path.c_str(), sizeof module.path - 1);
    visibility.scope.modules.push_back(module);
  }
  visibility.scope.ranges = trace.scope.ranges;
  visibility.scope.modules.resize(
      std::min(visibility.scope.modules.size(), process::kMaxScopeModules));
  visibility.scope.ranges.resize(
      std::min(visibility.scope.ranges.size(), process::kMaxScopeRanges));
  visibility.shared = trace.shared;
  visibility.known_races = trace.known_races;
  visibility.places.resize(std::min(visibility.places.size(), explore::kMaxPlaces));
  visibility.known_races.resize(std::min(visibility.known_races.size(), explore::kMaxPlaces));
  return visibility;
}

Request to_replay(Request request) {
  request.settings.strategy = explore::StrategyKind::replay;
  request.settings.record = true;
  request.settings.awaits = false;
  request.settings.quiet = false;
  request.settings.max_findings = 2;  // so that one does not stop it from being counted
  request.settings.max_executions = 0;
  request.settings.reset = explore::Reset::exec;
  request.files = nullptr;
  request.settings.workers = 1;
  return request;
}

// With those of an exploration.
Request to_replay(const Request& request, const verdict::Exploration& exploration) {
  Request again = request;
  again.settings = exploration.settings;
  again.visibility = exploration.visibility;
  again.settings.pool = exploration.pool;
  again.settings.scenario = exploration.scenario;
  return to_replay(again);
}

// With the settings of the recording.
Request to_replay(Request request, const trace::Trace& recorded) {
  static_cast<event::Conditions&>(request.settings) = recorded;
  request.settings.strict = is_leftover(recorded);
  request.settings.races = recorded.ignores_races ? explore::Races::ignore : explore::Races::stop;
  request.visibility = visibility_of(recorded);
  return to_replay(request);
}

base::Result<std::unique_ptr<Session>> open(const Program& program, const Request& request,
                                            const Schedule& schedule) {
  base::Result<std::unique_ptr<Session>> opened = Session::open(program, request);
  if (opened.ok()) {
    for (const event::Deviation& deviation : schedule.plan) {
      opened.value()->arena().plan.push_back(deviation);
    }
    auto& holds = opened.value()->arena().plan_holds;
    for (size_t i = 0; i < schedule.holds.size() && !holds.full(); ++i) {
      if (schedule.holds[i].thread < event::kMaxThreads) {
        holds.push_back(schedule.holds[i]);
      }
    }
  }
  return opened;
}

const process::ModuleRecord* module_at(uint64_t address, const process::Arena& arena) {
  const auto* found = std::find_if(arena.modules.begin(), arena.modules.end(),
                                   [&](const process::ModuleRecord& module) {
                                     return address >= module.begin && address < module.end;
                                   });
  return found != arena.modules.end() ? found : nullptr;
}

// Where in the program's files these accesses are.
std::vector<explore::PlaceRecord> places_of(std::span<const event::Access> accesses,
                                            const process::Arena& arena) {
  std::vector<explore::PlaceRecord> places;
  for (const event::Access& access : accesses) {
    const process::ModuleRecord* module = module_at(access.place, arena);
    if (module != nullptr) {
      explore::PlaceRecord place;
      place.offset = access.place - module->bias;
      static_assert(sizeof place.module == sizeof module->path);
      memcpy(place.module, module->path, sizeof place.module);
      places.push_back(place);
    }
  }
  return places;
}

// Whether what the program has left there can be what was written down.
bool is_plausible(const process::RaceRecord& race, const process::Arena& arena) {
  return race.steps <= arena.log.size() && race.access_count <= event::kMaxAccesses &&
         race.through_count <= process::kMaxThrough &&
         race.first_thread <= arena.race_threads.size() &&
         race.threads <= arena.race_threads.size() - race.first_thread;
}

CollectedRace collected(process::Arena& arena, const process::RaceRecord& race,
                        const Program& program, Symbols& symbols) {
  CollectedRace result;
  result.key = race.key;
  result.benign = race.benign;
  result.places = places_of({race.accesses, race.access_count}, arena);
  for (uint32_t i = 0; i < race.through_count; ++i) {
    const process::ModuleRecord* module = module_at(race.through[i], arena);
    if (module != nullptr) {
      result.through.emplace_back(module->path[0] == '\0' ? program.path.c_str() : module->path);
    }
  }
  result.trace = recording_of(arena, race, program, symbols);
  return result;
}

// Whether an execution that may go on has done what was to be done.
bool follows(const process::Arena& arena, const verdict::Found& found) {
  const size_t steps = found.record.steps;
  return arena.log.size() >= steps &&
         (steps == 0 || arena.log[steps - 1].fingerprint == found.record.last_fingerprint);
}

base::Result<Replayed> run_once(const Program& program, const Request& request,
                                const Schedule& schedule) {
  base::Result<std::unique_ptr<Session>> opened = open(program, request, schedule);
  if (!opened.ok()) {
    return opened.error();
  }
  Session& session = *opened.value();
  base::Result<verdict::Stopped> ran = session.run_by_exec();
  if (!ran.ok()) {
    return ran.error();
  }
  process::Arena& arena = session.arena();
  Replayed replayed;
  replayed.stopped = ran.value();
  Symbols own;
  replayed.trace =
      recording_of(arena, program, request.symbols != nullptr ? *request.symbols : own);
  if (!arena.findings.empty()) {
    replayed.outcome.has_finding = true;
    replayed.outcome.finding = arena.findings[0].finding;
    replayed.trace.finding = arena.findings[0].finding;
    const explore::Record& record = arena.record();
    replayed.places = places_of(
        {record.accesses, std::min<size_t>(record.access_count, event::kMaxAccesses)}, arena);
    replayed.benign = arena.record().benign;
  }
  const size_t done = arena.log.size();
  replayed.same_steps = arena.counters().diverged == 0 && done == schedule.steps &&
                        (done == 0 || arena.log[done - 1].fingerprint == schedule.last_fingerprint);
  if (!replayed.same_steps) {
    replayed.difference = explore::difference_of(schedule.log, arena.log.items());
    if (!replayed.difference.found) {
      replayed.difference = explore::difference_from(schedule.plan, arena.log.items());
    }
  }
  return replayed;
}

// Whatever an attempt before has printed is not shown.
void forget_output(const Request& request) {
  if (request.output >= 0) {
    [[maybe_unused]] const int ignored = ftruncate(request.output, 0);
  }
}

base::Result<Replayed> run(const Program& program, const Request& request,
                           const Schedule& schedule) {
  std::vector<event::Event> before;  // steps of the last attempt
  for (int attempt = 1;; ++attempt) {
    forget_output(request);
    base::Result<Replayed> replayed = run_once(program, request, schedule);
    if (replayed.ok() && !replayed.value().difference.found) {
      replayed.value().difference = explore::difference_of(before, replayed.value().trace.steps);
    }
    const bool has_time = !request.retry_until || Clock::now() < *request.retry_until;
    if (!replayed.ok() || attempt == kMostReplays || !has_time ||
        replayed.value().stopped != verdict::Stopped::no) {
      return replayed;
    }
    const bool follows = replayed.value().same_steps || attempt > kExactReplays;
    if (follows && shows_again(replayed.value(), schedule.finding)) {
      return replayed;
    }
    before = std::move(replayed.value().trace.steps);
  }
}

}  // namespace

bool shows_again(const Replayed& replayed, const std::optional<event::Finding>& before) {
  return replayed.outcome.has_finding == before.has_value() &&
         (!before.has_value() || before->kind == replayed.outcome.finding.kind);
}

base::Result<Replayed> replay(const Program& program, const Request& request,
                              const verdict::Exploration& exploration,
                              const verdict::Found& found) {
  base::Result<Replayed> replayed = run(program, to_replay(request, exploration),
                                        {.plan = found.plan,
                                         .holds = found.holds,
                                         .log = {},
                                         .finding = found.record.finding,
                                         .steps = found.record.steps,
                                         .last_fingerprint = found.record.last_fingerprint});
  if (replayed.ok()) {
    replayed.value().trace.execution = found.record.execution;
  }
  return replayed;
}

base::Result<std::vector<CollectedRace>> collect_races(const Program& program,
                                                       const Request& request,
                                                       const verdict::Exploration& exploration,
                                                       const verdict::Found& found) {
  Request again = to_replay(request, exploration);
  again.settings.collects_races = true;
  base::Result<std::unique_ptr<Session>> opened =
      open(program, again, {.plan = found.plan, .holds = found.holds, .log = {}, .finding = {}});
  if (!opened.ok()) {
    return opened.error();
  }
  base::Result<verdict::Stopped> ran = opened.value()->run_by_exec();
  if (!ran.ok()) {
    return ran.error();
  }
  std::vector<CollectedRace> races;
  process::Arena& arena = opened.value()->arena();
  if (ran.value() != verdict::Stopped::no || !follows(arena, found)) {
    return races;
  }
  Symbols own;
  for (const process::RaceRecord& race : arena.races) {
    if (is_plausible(race, arena)) {
      races.push_back(
          collected(arena, race, program, request.symbols != nullptr ? *request.symbols : own));
      races.back().trace.execution = found.record.execution;
    }
  }
  return races;
}

base::Result<Replayed> replay(const Program& program, const Request& request,
                              const trace::Trace& recorded) {
  base::Result<Replayed> replayed =
      run(program, to_replay(request, recorded), schedule_of(recorded));
  if (replayed.ok()) {
    replayed.value().trace.execution = recorded.execution;
  }
  return replayed;
}

base::Result<int> replay_in_gdb(const Program& program, const trace::Trace& recorded,
                                const GdbRequest& gdb) {
  Request request = to_replay({}, recorded);
  request.settings.threads = explore::Threads::os;
  request.settings.debug = true;
  base::Result<std::unique_ptr<Session>> opened = open(program, request, schedule_of(recorded));
  if (!opened.ok()) {
    return opened.error();
  }
  return run_gdb(program, *opened.value(), gdb);
}

base::Result<std::vector<process::ModuleRecord>> modules_of(const Program& program,
                                                            const Request& request) {
  Request once = to_replay(request);
  once.settings.quiet = true;
  once.settings.scoped = false;
  once.output = -1;
  once.schedule_log = -1;
  base::Result<std::unique_ptr<Session>> opened = open(program, once, {});
  if (!opened.ok()) {
    return opened.error();
  }
  base::Result<verdict::Stopped> ran = opened.value()->run_by_exec();
  if (!ran.ok()) {
    return ran.error();
  }
  const base::List<process::ModuleRecord>& modules = opened.value()->arena().modules;
  return std::vector<process::ModuleRecord>(modules.begin(), modules.end());
}

}  // namespace heddle::supervise

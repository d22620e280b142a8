// SPDX-License-Identifier: Apache-2.0
#include "supervise/exploration.h"

#include "base/check.h"
#include "supervise/session.h"

#include <memory>

#include <unistd.h>

namespace heddle::supervise {
namespace {

std::vector<std::string> texts_of(const base::List<explore::TextRecord>& list) {
  std::vector<std::string> texts;
  for (const explore::TextRecord& record : list) {
    texts.emplace_back(record.text);
  }
  return texts;
}

void collect(explore::Arena& arena, Exploration& result) {
  result.settings = arena.settings();
  result.visibility.places.assign(arena.places.begin(), arena.places.end());
  result.visibility.known_races.assign(arena.known_races.begin(), arena.known_races.end());
  result.visibility.shared.assign(arena.shared.begin(), arena.shared.end());
  result.known_race_executions.assign(arena.known_race_executions.begin(),
                                      arena.known_race_executions.end());
  result.counters = arena.counters();
  for (const explore::FindingRecord& record : arena.findings) {
    const auto all = arena.finding_plans.items();
    const auto own = all.subspan(record.first_deviation, record.deviations);
    result.found.push_back({record, {own.begin(), own.end()}});
  }
  result.notes.assign(arena.notes.begin(), arena.notes.end());
  result.uncontrolled = texts_of(arena.uncontrolled);
  result.variables = texts_of(arena.variables);
  result.loaded = texts_of(arena.loaded);
  result.instrumented = texts_of(arena.instrumented);
  result.remarks = texts_of(arena.remarks);
  result.reset = arena.control().reset.load();
  result.pool = arena.control().pool.load();
  result.scenario = arena.control().scenario.load() != explore::Stage::none;
  if (result.counters.refusal.ending == event::Ending::refused) {
    result.refused = arena.record().detail;
  }
}

void forget_search(const Request& request) {
  const int file = request.files != nullptr ? request.files->file_for(0) : -1;
  if (file >= 0) {
    [[maybe_unused]] const int ignored = ftruncate(file, 0);
  }
}

}  // namespace

base::Result<Exploration> explore_program(const Program& program, const Request& request) {
  const Clock::time_point begin = Clock::now();
  Exploration result;
  bool damaged = false;
  do {
    Request now = request;
    if (damaged) {
      // A copy of the program cannot write to what the search keeps.
      now.settings.reset = explore::Reset::fork;
      now.settings.fortified = true;
    }
    base::Result<std::unique_ptr<Session>> opened = Session::open(program, now);
    if (!opened.ok()) {
      return opened.error();
    }
    Session& session = *opened.value();
    if (damaged) {
      explore::add_text(session.arena().remarks,
                        "the program wrote over heddle's memory; the run began anew with fork");
    }
    base::Result<Stopped> ran = now.settings.reset == explore::Reset::exec
                                    ? session.run_by_exec()
                                    : session.run_by_server();
    if (!ran.ok()) {
      return ran.error();
    }
    if (session.arena().control().damaged.load() != 0) {
      if (damaged || now.settings.reset == explore::Reset::exec) {
        return base::Error{program.path +
                           " has written over memory that belongs to heddle; a tool for memory "
                           "errors (-fsanitize=address, valgrind) may show where"};
      }
      damaged = true;
      forget_search(now);
      continue;
    }
    damaged = false;
    result.stopped = ran.value();
    collect(session.arena(), result);
  } while (damaged);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace heddle::supervise

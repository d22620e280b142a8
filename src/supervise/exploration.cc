// SPDX-License-Identifier: Apache-2.0
#include "supervise/exploration.h"

#include "base/check.h"
#include "process/texts.h"
#include "supervise/handover.h"
#include "supervise/session.h"
#include "supervise/sum.h"
#include "supervise/visibility.h"
#include "supervise/workers.h"
#include "verdict/collect.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace heddle::supervise {
namespace {

std::vector<std::string> texts_of(const base::List<process::TextRecord>& list) {
  std::vector<std::string> texts;
  for (const process::TextRecord& record : list) {
    texts.emplace_back(record.text);
  }
  return texts;
}

void collect(process::Arena& arena, verdict::Exploration& result) {
  verdict::collect_search(arena, result);
  result.visibility = visibility_in(arena);
  result.known_race_executions.assign(arena.known_race_executions.begin(),
                                      arena.known_race_executions.end());
  result.uncontrolled = texts_of(arena.uncontrolled);
  result.variables = texts_of(arena.variables);
  result.effects = texts_of(arena.effects);
  result.foreign = texts_of(arena.foreign);
  result.loaded = texts_of(arena.loaded);
  result.instrumented = texts_of(arena.instrumented);
  result.remarks = texts_of(arena.remarks);
  result.reset = arena.control().reset.load();
  result.log_error = arena.control().log_error.load();
  result.pool = arena.control().pool.load();
  result.scenario = arena.control().scenario.load() != process::Stage::none;
  if (result.counters.refusal.ending == event::Ending::refused) {
    result.refused = arena.details().text;
  }
}

// One exploration, from its beginning or where it was broken off, with a remark for the report.
base::Result<Worked> explore_once(const Program& program, const Request& request,
                                  const char* remark) {
  if (request.settings.workers > 1) {
    return explore_by_workers(program, request);
  }
  base::Result<std::unique_ptr<Session>> opened = Session::open(program, request);
  if (!opened.ok()) {
    return opened.error();
  }
  Session& session = *opened.value();
  if (session.goes_on()) {
    settle_handovers({&session.arena()});
  } else if (request.files != nullptr) {
    request.files->begun();
  }
  Worked worked;
  worked.executions_before = session.arena().counters().executions;
  if (remark != nullptr) {
    process::add_text(session.arena().remarks, remark);
  }
  base::Result<verdict::Stopped> ran = session.run();
  if (!ran.ok()) {
    return ran.error();
  }
  worked.stopped = ran.value();
  worked.sessions.push_back(std::move(opened.value()));
  return worked;
}

bool is_damaged(const Worked& worked) {
  return std::any_of(worked.sessions.begin(), worked.sessions.end(), [](const auto& session) {
    return session->arena().control().damaged.load() != 0;
  });
}

// What several workers have reached may be the same; each state counts with the fewest preemptions.
std::optional<std::vector<uint64_t>> states_of_all(const Worked& worked) {
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> states;
  for (const std::unique_ptr<Session>& session : worked.sessions) {
    const explore::StateSet& part = session->arena().states;
    if (part.overflowed()) {
      return std::nullopt;
    }
    part.for_each([&](const order::Fingerprint& state, uint32_t preemptions) {
      const auto [known, fresh] = states.try_emplace({state.low, state.high}, preemptions);
      known->second = std::min(known->second, preemptions);
    });
  }
  std::vector<uint64_t> counts(explore::StateSet::kMostPreemptions + 1);
  for (const auto& [state, preemptions] : states) {
    ++counts[preemptions];
  }
  return counts;
}

verdict::Exploration collected(const Worked& worked) {
  verdict::Exploration sum;
  for (const std::unique_ptr<Session>& session : worked.sessions) {
    verdict::Exploration part;
    collect(session->arena(), part);
    if (&session == &worked.sessions.front()) {
      sum = std::move(part);
    } else {
      add_to(sum, part);
    }
  }
  if (worked.sessions.size() > 1) {
    sum.states = states_of_all(worked);
  }
  sum.stopped = worked.stopped;
  sum.executions_before = worked.executions_before;
  verdict::add_last_sample(sum);
  return sum;
}

}  // namespace

base::Result<verdict::Exploration> explore_program(const Program& program, const Request& request) {
  const Clock::time_point begin = Clock::now();
  Request now = request;
  const char* remark = nullptr;
  for (;;) {
    base::Result<Worked> worked = explore_once(program, now, remark);
    if (!worked.ok()) {
      return worked.error();
    }
    const bool damaged = is_damaged(worked.value());
    if (damaged && (now.settings.fortified || now.settings.reset == explore::Reset::exec)) {
      return base::Error{program.path +
                         " has written over memory that belongs to heddle; a tool for memory "
                         "errors (-fsanitize=address, valgrind) may show where"};
    }
    if (!damaged && !worked.value().started_over) {
      verdict::Exploration result = collected(worked.value());
      if (request.keep_states) {
        const explore::StateSet& states = worked.value().sessions.front()->arena().states;
        states.for_each([&](const order::Fingerprint& state, uint32_t preemptions) {
          result.reached.push_back({state, preemptions});
        });
      }
      result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      return result;
    }
    // A copy of the program cannot write to what the search keeps; and one worker knows best when
    // all has to begin anew.
    now.settings.workers = 1;
    if (now.files != nullptr) {
      now.files->begin_anew(now.settings.workers);
    }
    if (damaged) {
      now.settings.reset = explore::Reset::fork;
      now.settings.fortified = true;
      remark = "the program wrote over heddle's memory; the run began anew with fork";
    } else {
      remark = "the search had to begin anew, and went on with one worker";
    }
  }
}

}  // namespace heddle::supervise

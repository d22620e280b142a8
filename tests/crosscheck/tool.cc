// SPDX-License-Identifier: Apache-2.0
#include "tool.h"

#include "base/check.h"
#include "detect/deadlock.h"
#include "detect/livelock.h"
#include "detect/misuse.h"
#include "explore/await_table.h"
#include "explore/explorer.h"
#include "explore/step_limit.h"
#include "explore/testing.h"
#include "explore/use_table.h"
#include "model/model_subject.h"
#include "search/strategies.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <random>

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::crosscheck {
namespace {

using event::FindingKind;
using model::ModelSubject;

End end_of(const event::Outcome& outcome) {
  if (!outcome.has_finding) {
    return End::done;
  }
  switch (outcome.finding.kind) {
    case FindingKind::deadlock:
      return End::deadlock;
    case FindingKind::misuse:
      return End::misuse;
    case FindingKind::livelock:
      return End::livelock;
    case FindingKind::assertion:
      return End::aborted;
    default:
      HEDDLE_CHECK(false, "no other monitor should be there");
  }
}

// Writes down each execution that counts.
class Recorder final : public explore::Listener {
 public:
  explicit Recorder(const ModelSubject& subject) : subject_(subject) {}

  void execution_done(std::span<const event::Event> log, uint32_t preemptions) override {
    Run run;
    std::vector<uint32_t> yields(log.size() + 1);
    for (const event::Event& event : log) {
      run.word += letter_for(event.thread, event.alternative);
      yields.resize(std::max(yields.size(), event::index(event.thread) + 1));
      yields[event::index(event.thread)] += event.yielded ? 1 : 0;
    }
    run.preemptions = preemptions;
    run.end = end_of(subject_.outcome());
    run.most_yields = *std::max_element(yields.begin(), yields.end());
    run.state = subject_.machine().state();
    runs.push_back(run);
    logs.emplace_back(log.begin(), log.end());
  }

  void started_over() override {
    runs.clear();
    logs.clear();
  }

  Runs runs;
  std::vector<EventLog> logs;

 private:
  const ModelSubject& subject_;
};

explore::Settings settings_for(const Request& request) {
  explore::Settings settings;
  settings.strategy = request.strategy;
  settings.max_preemptions = request.bound;
  settings.fair_every = request.fair_every;
  settings.step_limit = request.steps;
  settings.max_executions = request.executions;
  settings.max_delays = request.delays;
  settings.depth = request.depth;
  settings.depth_step = request.depth_step;
  settings.bug_depth = request.bug_depth;
  settings.seed = request.seed;
  settings.max_findings = request.findings;
  settings.phase_width = request.phase_width;
  settings.reduction = request.reduction;
  settings.holds_idle = request.holds_idle;
  settings.awaits = request.awaits;
  settings.planning = request.planning;
  settings.ends_when_fair = request.ends_when_fair;
  return settings;
}

std::vector<Found> findings_in(explore::Arena& arena) {
  std::vector<Found> all;
  for (const explore::FindingRecord& record : arena.findings) {
    Found found{record, {}, {}};
    for (uint64_t i = 0; i < record.deviations; ++i) {
      found.plan.push_back(arena.finding_plans[record.first_deviation + i]);
    }
    for (uint64_t i = 0; i < record.holds; ++i) {
      found.holds.push_back(arena.finding_holds[record.first_hold + i]);
    }
    all.push_back(found);
  }
  return all;
}

States states_in(const explore::Arena& arena) {
  States all;
  arena.states.for_each([&](const order::Fingerprint& state, uint32_t preemptions) {
    all[{state.low, state.high}] = preemptions;
  });
  return all;
}

Explored explore_with(const Program& program, const Request& request,
                      const std::vector<event::Deviation>& plan,
                      const std::vector<event::Hold>& holds) {
  explore::testing::TestArena arena(settings_for(request), size_t{1} << 26);
  for (const event::Deviation& deviation : plan) {
    arena->plan.push_back(deviation);
  }
  for (const event::Hold& hold : holds) {
    arena->plan_holds.push_back(hold);
  }
  search::StrategySlot slot;
  explore::Strategy& strategy = search::attach_strategy(*arena, slot);
  ModelSubject subject(program, *arena);
  Recorder recorder(subject);
  detect::Misuse misuse;
  detect::Deadlock deadlock(subject.machine().world(), request.ends_at_cycles);
  detect::Livelock livelock(request.steps, explore::most_steps(request.steps),
                            subject.machine().world(), arena->log);
  explore::Monitor* const monitors[] = {&misuse, &deadlock, &livelock};
  static explore::testing::Scratch scratch;
  explore::Explorer explorer(*arena, strategy, &recorder);
  const auto start = std::chrono::steady_clock::now();
  explorer.explore(subject, scratch.region(), monitors);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return {std::move(recorder.runs), std::move(recorder.logs),
          states_in(*arena),        arena->counters(),
          findings_in(*arena),      {arena->uses_kept.begin(), arena->uses_kept.end()},
          arena->uses_kept.size(),  taken.count()};
}

// Explores like a live program's processes: a server, with a strategy of its own, is copied for
// each worker, and looks after what a worker has left that died.
class Mortals {
 public:
  Mortals(const Program& program, const Request& request, uint64_t seed)
      : arena_(settings_for(request)),
        strategy_(search::attach_strategy(*arena_, slot_)),
        subject_(program, *arena_),
        deadlock_(subject_.machine().world()),
        livelock_(request.steps, explore::most_steps(request.steps), subject_.machine().world(),
                  arena_->log),
        explorer_(*arena_, strategy_),
        random_(seed) {}

  Survived run() {
    Survived survived;
    run_one();  // the server does the first by itself
    explorer_.commit();
    for (;;) {
      const bool steps = below(8) == 0;
      const uint32_t executions = below(5) == 0 ? UINT32_MAX : below(40);
      const uint32_t batch = 1 + below(12);
      const uint32_t instructions = below(20'000);
      const pid_t worker = fork();
      if (worker == 0) {
        work(executions, batch, steps);
      }
      if (end_of_worker(worker, instructions)) {
        break;
      }
      ++survived.deaths;
      recover();
      survived.whole &= explore::testing::is_whole(*arena_);
    }
    survived.whole &= explore::testing::is_whole(*arena_);
    survived.states = states_in(*arena_);
    survived.counters = arena_->counters();
    survived.found = findings_in(*arena_);
    return survived;
  }

 private:
  uint32_t below(uint32_t number) { return static_cast<uint32_t>(random_() % number); }

  event::Outcome execute() {
    base::Region region = scratch_.region();
    explore::Monitor* const monitors[] = {&misuse_, &deadlock_, &livelock_};
    explore::Execution execution(region, region, arena_->settings().fair_every, strategy_,
                                 arena_->plan, arena_->log, monitors);
    const event::Outcome outcome = subject_.run(execution);
    arena_->record().take(execution);
    return outcome;
  }

  bool run_one() {
    if (!explorer_.begin()) {
      return false;
    }
    explorer_.end(execute());
    return true;
  }

  // Dies after so many executions, in one or before it is learned from; or stops there, to die
  // somewhat later.
  [[noreturn]] void work(uint32_t executions, uint32_t batch, bool steps) {
    for (; explorer_.begin(); --executions) {
      const event::Outcome outcome = execute();
      if (executions == 0) {
        if (!steps || ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) {
          _exit(1);
        }
        raise(SIGSTOP);
      }
      explorer_.end(outcome);
      if (arena_->control().uncommitted.load() >= batch) {
        explorer_.commit();
      }
    }
    explorer_.commit();
    _exit(0);
  }

  // Whether it has come to its end.
  static bool end_of_worker(pid_t worker, uint32_t instructions) {
    int status = 0;
    waitpid(worker, &status, 0);
    for (; WIFSTOPPED(status) && instructions > 0; --instructions) {
      ptrace(PTRACE_SINGLESTEP, worker, nullptr, nullptr);
      waitpid(worker, &status, 0);
    }
    if (WIFSTOPPED(status)) {
      kill(worker, SIGKILL);
      waitpid(worker, &status, 0);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  void recover() {
    if (arena_->control().executing.load() == 0 || arena_->control().uncommitted.load() > 0) {
      explorer_.rollback();
      return;
    }
    explorer_.restart();
    explorer_.end(execute());
    explorer_.commit();
  }

  explore::testing::SharedArena arena_;
  search::StrategySlot slot_;
  explore::Strategy& strategy_;
  ModelSubject subject_;
  detect::Misuse misuse_;
  detect::Deadlock deadlock_;
  detect::Livelock livelock_;
  explore::Explorer explorer_;
  explore::testing::Scratch scratch_;
  std::mt19937 random_;
};

}  // namespace

Survived explore_with_deaths(const Program& program, const Request& request, uint64_t seed) {
  return Mortals(program, request, seed).run();
}

Explored explore_program(const Program& program, const Request& request) {
  return explore_with(program, request, {}, {});
}

Explored replay_program(const Program& program, const Found& found, uint32_t steps) {
  Request request;
  request.strategy = explore::StrategyKind::replay;
  request.steps = steps;
  return explore_with(program, request, found.plan, found.holds);
}

}  // namespace heddle::crosscheck

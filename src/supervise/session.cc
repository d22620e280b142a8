// SPDX-License-Identifier: Apache-2.0
#include "supervise/session.h"

#include "base/check.h"
#include "explore/explorer.h"
#include "explore/schedule_log.h"
#include "process/process_outcome.h"
#include "search/strategies.h"
#include "supervise/own_limits.h"
#include "supervise/process_status.h"
#include "supervise/standard_input.h"
#include "supervise/visibility.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::supervise {

using base::Error;
using base::Result;

namespace {

constexpr uint32_t kMostDeaths = 7;
constexpr uint32_t kMostKills = process::Kills::kAtTheBeginning;

bool is_kill(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL; }

constexpr size_t kMostHeard = 2000;
constexpr char kOwnWords[] = "heddle: ";  // of our own library

std::string in_one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
    text.replace(at, 1, " / ");
  }
  return text;
}

}  // namespace

Result<std::unique_ptr<Session>> Session::open(const Program& program, const Request& request,
                                               uint32_t worker) {
  std::unique_ptr<Session> session(new Session(program, request));
  inherited_files();
  Result<std::string> library = runtime_library();
  if (!library.ok()) {
    return library.error();
  }
  session->library_ = library.value();
  explore::Settings settings = request.settings;
  settings.schedule_log =
      request.schedule_log >= 0 ? arena_descriptor() + kScheduleLogBeyondArena : -1;
  const int file = request.files != nullptr ? request.files->file_for(worker) : -1;
  settings.identity = file >= 0 ? request.files->identity_of(worker) : 0;
  Result<std::unique_ptr<SharedMemory>> memory = SharedMemory::create(settings, file);
  if (!memory.ok()) {
    return memory.error();
  }
  session->memory_ = std::move(memory.value());
  session->deaths_.emplace(session->arena());
  if (!session->goes_on()) {
    lay_down(request.visibility, session->arena());
    session->arena().begun();
  }
  Result<int> input = readable(program.standard_input);
  if (!input.ok()) {
    return input.error();
  }
  session->input_ = input.value();
  session->nowhere_ = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (session->nowhere_ < 0) {
    return Error{"cannot open /dev/null: " + words_for(errno)};
  }
  return session;
}

Session::~Session() {
  close(input_);
  close(nowhere_);
}

void Session::get_ready() {
  process::Control& control = arena().control();
  control.stop.store(0);
  control.finished.store(0);
  deaths_->end_row();
}

Result<verdict::Stopped> Session::run() {
  return request_.settings.reset == explore::Reset::exec ? run_by_exec() : run_by_server();
}

Result<verdict::Stopped> Session::run_by_server() {
  // What outlives its parent becomes our child, and can be waited for.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  process::Control& control = arena().control();
  for (;;) {
    for (const Inherited& file : inherited_files()) {
      file.put_back();
    }
    lseek(input_, 0, SEEK_SET);
    control.started.store(0);
    if (control.scenario.load() != process::Stage::none) {
      control.scenario.store(process::Stage::setup);  // whoever ran before may have been further
    }
    Result<Watched> ran = run_process();
    if (!ran.ok()) {
      return ran.error();
    }
    const Watched& watched = ran.value();
    end_worker();
    if (!arena().plausible()) {
      control.damaged.store(1);
    }
    if (control.damaged.load() != 0 || control.finished.load() != 0) {
      return watched.stopped;
    }
    if (control.search_unwritable.load() == 1) {
      roll_back();
      return verdict::Stopped::by_disk;
    }
    if (watched.stopped != verdict::Stopped::no) {
      roll_back();
      return watched.stopped;
    }
    if (control.started.load() == 0) {
      return why_it_did_not_start(watched.status);
    }
    if (control.out_of_address_space.load() != 0) {
      return out_of_address_space();
    }
    HEDDLE_CHECK(
        !(WIFEXITED(watched.status) && WEXITSTATUS(watched.status) == base::kInternalErrorStatus),
        "the exploration should not run into an internal error");
    account_for_death(watched.status);
    if (deaths_->are_more_than(kMostDeaths)) {
      return Error{program_.path + " dies again and again, whatever it is about to do"};
    }
  }
}

void Session::account_for_death(int status) {
  search::StrategySlot slot;
  explore::ScheduleLog schedule_log(request_.schedule_log);
  explore::Explorer explorer(arena(), search::attach_strategy(arena(), slot), &schedule_log);
  deaths_->add(is_kill(status));
  if (!deaths_->is_its_doing()) {
    deaths_->go_back(explorer);
    return;
  }
  explorer.end(process::outcome_of_process(arena(), status));
  explorer.commit();
}

void Session::roll_back() {
  search::StrategySlot slot;
  explore::Explorer(arena(), search::attach_strategy(arena(), slot)).rollback();
}

// It dies with its parent, but perhaps not at once, and until then it writes to the arena.  It is
// our child now, and nobody else is killed whatever the program has written there.
void Session::end_worker() {
  const pid_t worker = arena().control().process.exchange(0);
  if (worker > 0 && status_of(worker).parent == getpid() && kill(worker, SIGKILL) == 0) {
    waitpid(worker, nullptr, 0);
  }
}

// Each execution in a process that is started for it.
class Session::Starts final : public explore::Runner {
 public:
  Starts(Session& session, explore::Explorer& explorer) : session_(session), explorer_(explorer) {}

  explore::Ran run(event::Outcome& outcome) override {
    process::Arena& arena = session_.arena();
    for (;;) {
      Result<Watched> ran = session_.run_from_start(explorer_);
      if (!ran.ok()) {
        result_ = ran.error();
        return explore::Ran::over;
      }
      const Watched& watched = ran.value();
      if (watched.stopped != verdict::Stopped::no) {
        result_ = watched.stopped;
        return explore::Ran::over;
      }
      if (arena.control().started.load() == 0) {
        result_ = session_.why_it_did_not_start(watched.status);
        return explore::Ran::over;
      }
      outcome = process::outcome_of_process(arena, watched.status);
      // As with fork: every execution is to begin with the same threads ready.
      const uint32_t used = arena.record().threads;
      if (arena.counters().executions != 0 || used <= arena.settings().pool + 1 ||
          arena.settings().strategy == explore::StrategyKind::replay) {
        return explore::Ran::ended;
      }
      session_.memory_->settings().pool = used;
      arena.seal_settings();
      explorer_.restart();
    }
  }

  void learned(const event::Outcome& /*outcome*/) override { explorer_.commit(); }

  // Why it was over; nothing if all was run.
  [[nodiscard]] const std::optional<Result<verdict::Stopped>>& result() const { return result_; }

 private:
  Session& session_;
  explore::Explorer& explorer_;
  std::optional<Result<verdict::Stopped>> result_;
};

Result<verdict::Stopped> Session::run_by_exec() {
  search::StrategySlot slot;
  explore::Strategy& strategy = search::attach_strategy(arena(), slot);
  explore::ScheduleLog schedule_log(request_.schedule_log);
  explore::Explorer explorer(arena(), strategy, &schedule_log);
  inherited_ = inherited_files();
  inherited_.push_back(as_it_is(input_));
  if (request_.output >= 0) {
    inherited_.push_back(as_it_is(request_.output));
  }
  Starts starts(*this, explorer);
  explorer.explore(starts);
  if (starts.result().has_value()) {
    return *starts.result();
  }
  if (arena().control().damaged.load() != 0) {
    return verdict::Stopped::no;
  }
  explorer.commit();
  return tear_down(explorer);
}

// A scenario's teardown runs once, after the body by the default schedule; a replay
// does so by itself.
Result<verdict::Stopped> Session::tear_down(explore::Explorer& explorer) {
  process::Control& control = arena().control();
  if (control.scenario.load() != process::Stage::body || control.stop.load() != 0 ||
      arena().settings().strategy == explore::StrategyKind::replay) {
    return verdict::Stopped::no;
  }
  memory_->settings().teardown = true;
  arena().seal_settings();
  arena().plan.clear();
  explorer.restart();
  Result<Watched> ran = run_from_start(explorer);
  memory_->settings().teardown = false;  // it may run again, with more work
  arena().seal_settings();
  if (!ran.ok()) {
    return ran.error();
  }
  if (ran.value().stopped != verdict::Stopped::no) {
    return ran.value().stopped;
  }
  const event::Outcome outcome = process::outcome_of_process(arena(), ran.value().status);
  if (control.scenario.load() == process::Stage::teardown && outcome.has_finding &&
      arena().findings.size() < arena().settings().max_findings) {
    explorer.add_finding(outcome.finding);
  }
  return verdict::Stopped::no;
}

Result<Watched> Session::run_from_start(explore::Explorer& explorer) {
  std::optional<Result<Watched>> ran;
  process::run_unless_killed(arena(), explorer, [&] {
    for (const Inherited& file : inherited_) {
      file.put_back();
    }
    arena().control().started.store(0);
    ran = run_process();
    return ran->ok() && ran->value().stopped == verdict::Stopped::no &&
           is_kill(ran->value().status) && arena().control().stuck.load() == 0 &&
           arena().control().started.load() != 0;
  });
  return std::move(*ran);
}

Result<Watched> Session::run_process() {
  Result<Watched> ran = start_and_watch();
  // Nothing kills a program before its main but somebody from outside.
  for (uint32_t kills = 1; kills < kMostKills && was_killed_at_start(ran); ++kills) {
    ran = start_and_watch();
  }
  const bool started = arena().control().started.load() != 0;
  if (!ran.ok() || started || !bind_now_ || ran.value().stopped != verdict::Stopped::no) {
    return ran;
  }
  bind_now_ = false;
  return start_and_watch();
}

bool Session::was_killed_at_start(const Result<Watched>& ran) {
  return ran.ok() && arena().control().started.load() == 0 && arena().control().stuck.load() == 0 &&
         ran.value().stopped == verdict::Stopped::no && is_kill(ran.value().status);
}

Connections Session::connections() const {
  Connections connections;
  connections.input = input_;
  connections.output = request_.output >= 0 ? request_.output : nowhere_;
  connections.error = connections.output;
  connections.arena = memory_->descriptor();
  connections.search = memory_->search_descriptor();
  connections.schedule_log = request_.schedule_log;
  connections.bind_now = bind_now_;
  return connections;
}

Result<Watched> Session::start_and_watch() {
  Result<pid_t> process = launch(program_, library_, connections());
  if (!process.ok()) {
    return process.error();
  }
  Limits limits = request_.limits;
  limits.search = memory_->search_descriptor();
  return watch(process.value(), arena().control(), limits, [this] {
    if (request_.onlooker) {
      request_.onlooker(arena().counters(), arena().findings.size());
    }
  });
}

// A server would not begin to explore, as it is asked to stop.
std::string Session::what_it_says() {
  const int heard = memfd_create("heard", MFD_CLOEXEC);
  if (heard < 0) {
    return "";
  }
  Connections to_hear = connections();
  to_hear.error = heard;
  arena().control().stop.store(1);
  Result<pid_t> process = launch(program_, library_, to_hear);
  if (process.ok()) {
    watch(process.value(), arena().control(), request_.limits);
    end_worker();
  }
  char text[kMostHeard] = {};
  const ssize_t got = pread(heard, text, sizeof text, 0);
  close(heard);
  return got <= 0 ? "" : in_one_line({text, static_cast<size_t>(got)});
}

Error Session::out_of_address_space() const {
  return Error{
      "cannot run " + program_.path +
      ": there is not enough address space for what heddle keeps beside the program; raise "
      "the limit on it (ulimit -v)"};
}

Error Session::why_it_did_not_start(int status) {
  std::string how = "ended";
  if (WIFSIGNALED(status)) {
    how = std::string("was killed (") + strsignal(WTERMSIG(status)) + ")";
  } else if (WIFEXITED(status)) {
    how = "ended with status " + std::to_string(WEXITSTATUS(status));
  }
  const std::string said = what_it_says();
  if (said.starts_with(kOwnWords)) {
    return Error{"cannot run " + program_.path + ": " + said.substr(sizeof kOwnWords - 1)};
  }
  return Error{program_.path + " " + how + " before it reached main" +
               (said.empty() ? "; does it run without heddle?" : "; it said: " + said)};
}

}  // namespace heddle::supervise

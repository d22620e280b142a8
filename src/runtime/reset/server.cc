// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/server.h"

#include "base/check.h"
#include "explore/explorer.h"
#include "explore/schedule_log.h"
#include "process/deaths.h"
#include "process/process_outcome.h"
#include "process/texts.h"
#include "runtime/raw.h"
#include "runtime/reset/child_process.h"
#include "runtime/reset/descriptors.h"
#include "runtime/reset/snapshot.h"
#include "runtime/reset/worker.h"
#include "runtime/runtime.h"
#include "runtime/sent_record.h"
#include "runtime/spill.h"
#include "runtime/threads.h"

#include <cerrno>
#include <csignal>
#include <new>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace heddle::runtime {
namespace {

using explore::Reset;
using process::Control;
using process::Stage;
using process::WorkerSays;

constexpr size_t kHomeStackBytes = size_t{1} << 19;
constexpr uint32_t kMostDeathsInARow = 4;

// On the home stack of the server, as long as the exploration goes.
class Server final : private explore::Runner {
 public:
  Server()
      : arena_(*rt.arena),
        control_(rt.arena->control()),
        schedule_log_(rt.arena->settings().schedule_log),
        explorer_(*rt.arena, *rt.strategy, &schedule_log_),
        self_(raw_syscall(SYS_getpid)),
        deaths_(*rt.arena) {}

  [[noreturn]] void explore() {
    descriptors_.remember();
    control_.pool.store(static_cast<uint32_t>(rt.borrowed));
    if (program.foreign_threads) {
      refuse("threads made before main (try --reset exec)");
    }
    bool going_on = true;
    if (control_.scenario.load() != Stage::body) {
      // The first one tells how many threads there are, and whether a scenario.
      going_on = run_one_copy();
    }
    if (arena_.counters().refusal.ending == event::Ending::refused) {
      going_on = false;
    } else if (control_.scenario.load() == Stage::body) {
      go_to_scenario();
    } else if (control_.scenario.load() == Stage::none && control_.reset.load() == Reset::loop) {
      refuse_with("--reset loop is for programs with a heddle_scenario(); this one has none");
    }
    if (going_on && uses_worker()) {
      prepare_workers();
    }
    while (going_on) {
      going_on = uses_worker() ? run_worker() : run_one_copy();
    }
    if (control_.scenario.load() == Stage::body && control_.stop.load() == 0 &&
        control_.damaged.load() == 0) {
      tear_down();
    }
    control_.finished.store(1);
    raw_exit(0);
  }

 private:
  // A scenario whose setup fails has no body that could be put back.
  [[nodiscard]] bool uses_worker() const {
    if (control_.scenario.load() == Stage::setup) {
      return false;
    }
    return control_.reset.load() == Reset::snapshot || control_.reset.load() == Reset::loop;
  }

  [[noreturn]] void refuse_with(const char* sentence) {
    arena_.save_results();
    arena_.counters().refusal.code = event::kWholeSentence;
    refuse(sentence);
  }

  [[noreturn]] void refuse(const char* what) {
    set_detail(what);
    arena_.save_results();
    arena_.counters().refusal.ending = event::Ending::refused;
    explorer_.commit();
    control_.finished.store(1);
    raw_exit(0);
  }

  // The server itself runs up to the body of the scenario, which becomes the start.
  void go_to_scenario() {
    rt.phase = Phase::before;
    switch_context(rt.home, rt.fibers[0]);
    descriptors_.remember();
  }

  // Once, after the body by the default schedule.
  void tear_down() {
    arena_.plan.clear();
    explorer_.restart();
    rt.tears_down = true;
    const event::Outcome outcome = run_copy();
    const bool was_there = control_.scenario.load() == Stage::teardown;
    if (was_there && outcome.has_finding &&
        arena_.findings.size() < arena_.settings().max_findings) {
      explorer_.add_finding(outcome.finding);
    }
  }

  void prepare_workers() {
    prepare_references();
    rt.snapshot = new (raw_reserve(sizeof(Snapshot))) Snapshot();
    rt.start_sp = rt.fibers[0].sp;
    if (control_.reset.load() == Reset::snapshot) {
      take_snapshot();
    }
  }

  void take_snapshot() {
    descriptors_.put_back_offsets();  // copies have moved them
    if (arena_.settings().snapshot_by == explore::SnapshotBy::none) {
      fall_back("this machine has no way to take a snapshot: fork was used");
    } else if (!rt.snapshot->take()) {
      fall_back("a snapshot of this program cannot be taken: fork was used");
    }
  }

  void fall_back(const char* why) {
    process::add_text(arena_.remarks, why);
    arena_.use(Reset::fork);
  }

  // A process for one execution or many.  Returns in the server alone.
  long make_process(Role role) {
    descriptors_.put_back_offsets();
    rt.foreign_files.learn();
    const long process = clone_process();
    if (process < 0) {
      refuse_with(
          "the system lets heddle make no more processes of the program (see ulimit -u, -v and the "
          "free memory)");
    }
    if (process != 0) {
      control_.process.store(static_cast<int32_t>(process));
      return process;
    }
    raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    // Here, too: if the server dies before it has said so, heddle still knows whom to wait for.
    control_.process.store(static_cast<int32_t>(raw_syscall(SYS_getpid)));
    if (raw_syscall(SYS_getppid) != self_) {
      raw_exit(0);
    }
    raw_syscall(SYS_setpgid, 0, 0);  // what it does to its group is not done to us
    rt.role = role;
    rt.borrowed_here = 0;
    if (role == Role::worker) {
      work_in_place(explorer_, schedule_log_);
    }
    if (arena_.settings().fortified) {
      detach_arena();
    }
    switch_context(rt.home, rt.fibers[0]);
    raw_exit(0);
  }

  event::Outcome run_copy() {
    int status = 0;
    process::run_unless_killed(arena_, explorer_, [&] {
      status = run_copy_once();
      return was_killed(status);
    });
    HEDDLE_CHECK(!(WIFEXITED(status) && WEXITSTATUS(status) == base::kInternalErrorStatus &&
                   arena_.record().outcome.ending == event::Ending::none),
                 "an execution should not run into an internal error");
    return process::outcome_of_process(arena_, status);
  }

  [[nodiscard]] bool was_killed(int status) const {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && control_.stuck.load() == 0;
  }

  int run_copy_once() {
    const long process = make_process(Role::copy);
    int status = 0;
    while (wait_for(process, status, 0) == -EINTR || WIFSTOPPED(status)) {
      let_go_on(process, status);
    }
    control_.process.store(0);
    return status;
  }

  // `--reset fork`: an execution in a process of its own.  False when there is none left.
  bool run_one_copy() {
    const bool goes_on = explorer_.explore_one(*this);
    if (!goes_on && control_.damaged.load() == 0) {
      explorer_.commit();
    }
    return goes_on;
  }

  explore::Ran run(event::Outcome& outcome) override {
    outcome = run_copy();
    while (pool_was_too_small()) {
      fill_pool(arena_.record().threads);
      control_.pool.store(static_cast<uint32_t>(rt.borrowed));
      explorer_.restart();
      outcome = run_copy();
    }
    return explore::Ran::ended;
  }

  void learned(const event::Outcome& /*outcome*/) override {
    explorer_.commit();
    spill(arena_, *rt.strategy);
  }

  // The first execution shows how many threads the program has.  If they were not
  // all ready it is run again, so that every execution begins with the same ones.
  [[nodiscard]] bool pool_was_too_small() const {
    const explore::Counters& counters = arena_.counters();
    return counters.executions + counters.pruned == 0 && arena_.record().threads > rt.borrowed + 1;
  }

  // Executions in one process, until it ends or dies.  False when none are left.
  bool run_worker() {
    control_.worker_says.store(WorkerSays::nothing);
    control_.asks_for_copy.store(0);
    const long process = make_process(Role::worker);
    int status = 0;
    for (;;) {
      const long ended = wait_for(process, status, WUNTRACED);
      HEDDLE_CHECK(ended != -ECHILD, "nobody else should wait for the worker");
      if (ended == process && !WIFSTOPPED(status)) {
        break;
      }
      if (ended == process && control_.asks_for_copy.load() != 0) {
        arena_.record().outcome = run_copy();
        descriptors_.put_back_offsets();  // which the two have in common
        control_.process.store(static_cast<int32_t>(process));
        control_.asks_for_copy.store(0);
        raw_syscall(SYS_kill, process, SIGCONT);
      } else {
        let_go_on(process, status);
      }
    }
    control_.process.store(0);
    if (!arena_.plausible()) {
      control_.damaged.store(1);
      return false;
    }
    if (control_.search_unwritable.load() == 1) {
      raw_exit(0);
    }
    return act_on(control_.worker_says.load(), status);
  }

  bool act_on(WorkerSays says, int status) {
    switch (says) {
      case WorkerSays::finished:
        return false;
      case WorkerSays::begin_again:
        if (arena_.record().threads > rt.borrowed + 1) {
          grow_pool();
        }
        return true;
      case WorkerSays::cannot_put_back:
        explorer_.rollback();
        fall_back("a snapshot does not put back all that this program changes: fork was used");
        return true;
      case WorkerSays::went_another_way:
        start_over();
        return true;
      case WorkerSays::nothing:
        account_for_death(status);
        return true;
    }
    return false;
  }

  // More threads than before: they belong to the start, which is taken anew.
  void grow_pool() {
    explorer_.rollback();
    if (control_.scenario.load() != Stage::none) {
      fall_back("more threads than at first: fork was used");
      return;
    }
    fill_pool(2 * rt.borrowed > arena_.record().threads ? 2 * rt.borrowed
                                                        : arena_.record().threads);
    control_.pool.store(static_cast<uint32_t>(rt.borrowed));
    if (control_.reset.load() == Reset::snapshot) {
      take_snapshot();
    }
  }

  // What was counted so far may be as wrong as the last execution was.
  void start_over() {
    explorer_.start_over();
    if (control_.reset.load() == Reset::loop) {
      arena_.use(Reset::snapshot);
      take_snapshot();
    } else {
      arena_.use(Reset::fork);
    }
  }

  // The worker is gone.  If it was the execution's doing, that is its outcome, once
  // it is seen in a fresh copy.
  void account_for_death(int status) {
    deaths_.add(was_killed(status));
    if (!deaths_.may_be_its_doing()) {
      deaths_.go_back(explorer_);
      if (deaths_.are_more_than(kMostDeathsInARow)) {
        fall_back("the program dies while it is put back: fork was used");
      }
      return;
    }
    HEDDLE_CHECK(!(WIFEXITED(status) && WEXITSTATUS(status) == base::kInternalErrorStatus),
                 "an execution should not run into an internal error");
    if (control_.stuck.load() != 0) {
      explorer_.end(process::outcome_of_process(arena_, status));
      explorer_.commit();
    } else {
      explorer_.restart();
      InCopy again(*this);
      explorer_.run_prepared(again);
    }
  }

  // What the worker died of.
  class InCopy final : public explore::Runner {
   public:
    explicit InCopy(Server& server) : server_(server) {}
    explore::Ran run(event::Outcome& outcome) override {
      outcome = server_.run_copy();
      return explore::Ran::ended;
    }
    void learned(const event::Outcome& /*outcome*/) override { server_.explorer_.commit(); }

   private:
    Server& server_;
  };

  process::Arena& arena_;
  Control& control_;
  explore::ScheduleLog schedule_log_;
  explore::Explorer explorer_;
  const long self_;
  Descriptors descriptors_;
  process::Deaths deaths_;
};

[[noreturn]] void home_main() {
  Server server;
  server.explore();
}

void make_home() {
  auto* stack = static_cast<std::byte*>(raw_reserve(kHomeStackBytes));
  rt.home.thread_pointer = rt.fibers[0].thread_pointer;
  rt.home.stack_top = stack + kHomeStackBytes;
  prepare_start(rt.home, home_main);
}

}  // namespace

void explore_from_here() {
  if (rt.home.stack_top == nullptr) {
    rt.role = Role::server;
    make_home();
  }
  switch_context(rt.fibers[0], rt.home);
}

void go_home() { switch_context(current(), rt.home); }

}  // namespace heddle::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/fork.h"

#include "base/check.h"
#include "explore/explorer.h"
#include "explore/process_outcome.h"
#include "explore/schedule_log.h"
#include "runtime/raw.h"
#include "runtime/reset/descriptors.h"
#include "runtime/runtime.h"
#include "runtime/threads.h"

#include <cerrno>
#include <csignal>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace heddle::runtime {
namespace {

// Not libc's fork: that one runs handlers and gives the stacks of parked threads
// to others.
long clone_process() { return raw_syscall(SYS_clone, SIGCHLD); }

event::Outcome wait_for(long process) {
  int status = 0;
  while (raw_syscall(SYS_wait4, process, as_long(&status), 0, 0) == -EINTR) {
  }
  const explore::Record& record = rt.arena->record();
  HEDDLE_CHECK(!(WIFEXITED(status) && WEXITSTATUS(status) == base::kInternalErrorStatus &&
                 record.outcome.ending == event::Ending::none),
               "an execution should not run into an internal error");
  return explore::outcome_of_process(*rt.arena, status);
}

// The first execution shows how many threads the program has.  If they were not
// all ready it is run again, so that every execution begins with the same ones.
bool pool_was_too_small() {
  const size_t used = rt.arena->record().threads;
  return rt.arena->counters().executions == 0 && used > rt.borrowed + 1;
}

// A copy of a process has only the thread that made it.
[[noreturn]] void refuse_foreign_threads() {
  set_detail("threads made before main (try --reset exec)");
  rt.arena->counters().refusal.ending = event::Ending::refused;
  rt.arena->control().finished.store(1);
  raw_exit(0);
}

}  // namespace

void explore_by_fork() {
  explore::Control& control = rt.arena->control();
  explore::ScheduleLog schedule_log(rt.arena->settings().schedule_log);
  explore::Explorer explorer(*rt.arena, *rt.strategy, &schedule_log);
  Descriptors descriptors;
  descriptors.remember();
  const long self = raw_syscall(SYS_getpid);
  if (rt.foreign_threads) {
    refuse_foreign_threads();
  }
  while (explorer.begin()) {
    for (bool again = true; again;) {
      descriptors.put_back();
      const long process = clone_process();
      if (process == 0) {
        raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
        if (raw_syscall(SYS_getppid) != self) {
          raw_exit(0);
        }
        return;
      }
      HEDDLE_CHECK(process > 0, "the system should let the program be copied");
      control.process.store(static_cast<int32_t>(process));
      const event::Outcome outcome = wait_for(process);
      control.process.store(0);
      again = pool_was_too_small();
      if (again) {
        fill_pool(rt.arena->record().threads);
        explorer.restart();
      } else {
        explorer.end(outcome);
        explorer.commit();
      }
    }
  }
  rt.arena->counters().pool = static_cast<uint32_t>(rt.borrowed);
  control.finished.store(1);
  raw_exit(0);
}

}  // namespace heddle::runtime

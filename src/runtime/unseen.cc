// SPDX-License-Identifier: Apache-2.0
#include "runtime/unseen.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

using event::Unseen;

constexpr size_t kPathBytes = 4096;

// The program that a process runs; empty if there is no such process, or if it has ended.
size_t program_of(long process, char (&path)[kPathBytes]) {
  char name[32];
  snprintf(name, sizeof name, "/proc/%ld/exe", process);
  const long length =
      raw_syscall(SYS_readlinkat, AT_FDCWD, as_long(name), as_long(path), sizeof path);
  return length < 0 ? 0 : static_cast<size_t>(length);
}

// A process that runs another program by now is as good as one that posix_spawn() has made.
// Without /proc, all that is there counts.
bool runs_this_program(int32_t process) {
  char own[kPathBytes];
  char its[kPathBytes];
  const size_t length = program_of(raw_syscall(SYS_getpid), own);
  if (length == 0) {
    return raw_syscall(SYS_kill, process, 0) == 0;
  }
  return program_of(process, its) == length && memcmp(own, its, length) == 0;
}

bool does_one_live() {
  const ForkedProcesses& forked = *rt.forked;
  for (uint32_t i = 0; i < forked.count; ++i) {
    if (runs_this_program(forked.process[i])) {
      return true;
    }
  }
  return forked.lost != 0;
}

// What goes on for itself is ended with its execution: there may be thousands of those.
void end_forked() {
  for (uint32_t i = 0; i < rt.forked->count; ++i) {
    if (runs_this_program(rt.forked->process[i])) {
      raw_syscall(SYS_kill, rt.forked->process[i], SIGKILL);
    }
  }
}

// A process that nobody waits for may be about to end.  Once one has not, there is no guarantee
// whatever the others do, and they are given no time.
bool does_one_live_on() {
  constexpr int kMostLooks = 100;
  constexpr timespec kPause = {.tv_sec = 0, .tv_nsec = 10'000'000};
  for (int look = 0; look < kMostLooks && does_one_live(); ++look) {
    if (rt.forked->outlived != 0) {
      return true;
    }
    raw_syscall(SYS_nanosleep, as_long(&kPause), 0);
  }
  return does_one_live();
}

// Linux says so of who asks for an address space of its own and has it already.  It makes no
// difference otherwise, and takes far less than a look into /proc, whose entries a process that has
// just been made does not have yet.  False if it may be.
bool is_alone_for_certain() { return !rt.filters_calls && raw_syscall(SYS_unshare, CLONE_VM) == 0; }

// Threads that the program made by system calls of its own.  They end with the process, and do
// not come along when it is copied.  A worker is not asked: it runs what a copy has run before.
bool has_threads_of_its_own() {
  constexpr size_t kOwnLinks = 2;
  if (rt.role == Role::worker || rt.arena->settings().threads != explore::Threads::fibers) {
    return false;
  }
  const size_t expected = rt.role == Role::copy ? rt.borrowed_here + 1 : rt.borrowed + 1;
  if (expected == 1 && is_alone_for_certain()) {
    return false;
  }
  struct stat tasks = {};
  const bool known =
      raw_syscall(SYS_newfstatat, AT_FDCWD, as_long("/proc/self/task"), as_long(&tasks), 0) == 0;
  return known && tasks.st_nlink > expected + kOwnLinks;
}

void clear_forked() {
  if (rt.forked != nullptr && rt.forked->count != 0) {
    rt.forked->count = 0;
    rt.forked->lost = 0;
    rt.forked->threads = 0;
  }
}

}  // namespace

void leave_unseen(Unseen why, const char* what, const void* site) {
  await_turn({.kind = event::OpKind::process_exit}, site);
  complete_turn(apply_turn());
  session().execution.exit(0);
  set_detail(what);
  event::Outcome outcome = session().execution.outcome();
  outcome.unseen = why;
  end_execution(outcome);
}

void prepare_for_forks() {
  rt.forked = reinterpret_cast<ForkedProcesses*>(raw_share(sizeof(ForkedProcesses)));
}

// What was noted in an execution before, in another process, does not count.
void begin_fork() {
  if (!rt.makes_children) {
    rt.makes_children = true;
    clear_forked();
  }
}

void note_forked(int32_t process) {
  if (rt.forked == nullptr) {
    return;
  }
  ForkedProcesses& forked = *rt.forked;
  const uint32_t place = __atomic_fetch_add(&forked.count, 1, __ATOMIC_RELAXED);
  if (place < ForkedProcesses::kMost) {
    forked.process[place] = process;
    return;
  }
  __atomic_fetch_sub(&forked.count, 1, __ATOMIC_RELAXED);
  for (int32_t& each : forked.process) {
    if (!runs_this_program(each)) {
      each = process;
      return;
    }
  }
  forked.lost = 1;
}

void note_thread_elsewhere() {
  if (rt.arena == nullptr && rt.forked != nullptr) {
    rt.forked->threads = 1;
  }
}

void forget_forked() {
  if (rt.makes_children) {
    clear_forked();
  }
}

Unseen what_was_not_seen() {
  if (program.foreign_threads && world().thread_count() == 1) {
    set_detail("made before main");
    return Unseen::threads;
  }
  if (has_threads_of_its_own()) {
    set_detail("made by clone");
    return Unseen::threads;
  }
  if (!rt.makes_children || rt.forked == nullptr || rt.forked->count == 0) {
    return Unseen::nothing;
  }
  if (does_one_live_on()) {
    rt.forked->outlived = 1;
    end_forked();
    set_detail("fork");
    return Unseen::in_other_process;
  }
  if (rt.forked->threads != 0) {
    set_detail("made after a fork");
    return Unseen::threads;
  }
  return Unseen::nothing;
}

}  // namespace heddle::runtime

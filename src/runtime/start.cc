// SPDX-License-Identifier: Apache-2.0
// How a program comes under control: the entry of `main` is the start to which it
// is put back, and the end of the last exit handler is its end.
#include "base/check.h"
#include "runtime/arch/x86_64/no_trace.h"
#include "runtime/crash.h"
#include "runtime/debugger.h"
#include "runtime/heap/heap.h"
#include "runtime/interpose/plain_end.h"
#include "runtime/interpose/terminate.h"
#include "runtime/loaded_files.h"
#include "runtime/outside.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/reset/private_descriptor.h"
#include "runtime/reset/server.h"
#include "runtime/runtime.h"
#include "runtime/sent_record.h"
#include "runtime/thread_identity.h"
#include "runtime/threads.h"
#include "runtime/unseen.h"
#include "runtime/unwinder.h"
#include "runtime/uses.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

// Where nothing else is.
constexpr uintptr_t kArenaAddress = uintptr_t{1} << 44;
constexpr char kArenaVariable[] = "HEDDLE_ARENA";
constexpr char kPreloadVariable[] = "LD_PRELOAD";
constexpr char kBindNowVariable[] = "LD_BIND_NOW";
constexpr char kTunablesVariable[] = "GLIBC_TUNABLES";

// What the supervisor has put aside under another name, or nothing.
void restore_variable(const char* name, const char* aside) {
  const char* before = real.getenv(aside);
  if (before != nullptr) {
    setenv(name, before, 1);
  } else {
    unsetenv(name);
  }
  unsetenv(aside);
}

// The program sees the environment that it would have without heddle.
void clean_environment() {
  restore_variable(kPreloadVariable, "HEDDLE_LD_PRELOAD");
  restore_variable(kBindNowVariable, "HEDDLE_LD_BIND_NOW");
  restore_variable(kTunablesVariable, "HEDDLE_GLIBC_TUNABLES");
  unsetenv(kArenaVariable);
}

// Its two sides, which may be two files.
void* map_arena(int fd, const explore::Settings& settings) {
  constexpr int kProtection = PROT_READ | PROT_WRITE;
  constexpr int kFlags = MAP_SHARED | MAP_NORESERVE;
  void* memory = mmap(reinterpret_cast<void*>(kArenaAddress), settings.arena_bytes, kProtection,
                      kFlags, fd, 0);
  if (memory == MAP_FAILED) {
    cannot_start(kNoAddressSpace);
  }
  if (settings.in_file) {
    void* side = static_cast<std::byte*>(memory) + settings.search_offset;
    const void* mapped = mmap(side, settings.arena_bytes - settings.search_offset, kProtection,
                              kFlags | MAP_FIXED, fd + process::kSearchBeyondArena, 0);
    HEDDLE_CHECK(mapped == side, "the file of the search should be mapped");
    raw_syscall(SYS_madvise, as_long(side),
                static_cast<long>(settings.arena_bytes - settings.search_offset), MADV_RANDOM);
    raw_syscall(SYS_close, fd + process::kSearchBeyondArena);
  }
  return memory;
}

// Maps the arena whose descriptor the supervisor left, and gives the descriptor
// back, so that the program finds its own ones where they would be.
void attach_arena() {
  const char* descriptor = real.getenv(kArenaVariable);
  if (descriptor == nullptr) {
    return;
  }
  const int fd = atoi(descriptor);
  explore::Settings settings;
  const long bytes = raw_syscall(SYS_pread64, fd, as_long(&settings), sizeof settings, 0);
  const bool usable =
      bytes == static_cast<long>(sizeof settings) && settings.magic == explore::kArenaMagic;
  if (usable) {
    rt.arena = new (rt.arena_slot) process::Arena(map_arena(fd, settings));
    rt.control = &rt.arena->control();
    rt.records = settings.record;
    rt.debugged = settings.debug;
    rt.reuses = settings.reuse;
  }
  if (!usable) {
    // Never without control.
    cannot_start("the memory that the program should share with heddle is not there");
  }
  if (settings.fortified || settings.reset == explore::Reset::exec) {
    rt.arena_file = keep_private(fd);
  } else if (const int moved = keep_private(fd); moved >= 0) {
    // The kernel's table of descriptors has room for such a number now.  Once there are threads
    // that share it, it would wait for all processors before it makes more room.
    close_private(moved);
  }
  clean_environment();
}

// All of the library's own data but what belongs to the program's state.
void own_the_library() {
  rt.own_library = file_around(reinterpret_cast<uint64_t>(&own_the_library));
  const auto state = reinterpret_cast<uintptr_t>(&program);
  own({rt.own_library.begin & ~uintptr_t{4095}, state});
  own({state + sizeof program, (rt.own_library.end + 4095) & ~uintptr_t{4095}});
}

void make_ready() {
  rt.fibers = static_cast<Fiber*>(raw_reserve(event::kMaxThreads * sizeof(Fiber)));
  rt.candidates = static_cast<explore::Candidate*>(
      raw_reserve(event::kMaxThreads * sizeof(explore::Candidate)));
  reserve_session_memory();
  rt.strategy = &search::attach_strategy(*rt.arena, rt.strategy_slot);
  adopt_main_thread(rt.fibers[0], rt.arena->settings().threads == explore::Threads::os);
  const uint32_t before = rt.arena->control().pool.load();  // if there was another server
  fill_pool(before > rt.arena->settings().pool ? before : rt.arena->settings().pool);
  install_crash_handlers();
  watch_terminate();
  load_unwinder();
  look_for_destructors();
  forget_loader_errors();
  prepare_for_forks();
  remember_inherited_descriptors();
  note_loaded_files(*rt.arena);
  own_the_library();
  rt.scopes.prepare();
  rt.descriptors.remember_captured();
  rt.foreign_files.look_at_loaded();
  rt.libc = file_around(reinterpret_cast<uint64_t>(real.libc_start_main));
  rt.loader = file_around(reinterpret_cast<uint64_t>(_r_debug.r_ldbase));
  rt.arena->control().started.store(1);
}

// The outermost frame of the program's own code.
int main_under_control(int argc, char** argv, char** environment) {
  make_ready();
  if (rt.arena->settings().reset == explore::Reset::exec) {
    rt.arena->control().pool.store(static_cast<uint32_t>(rt.borrowed));
    rt.arena->control().process.store(static_cast<int32_t>(raw_syscall(SYS_getpid)));
    rt.phase = rt.arena->control().scenario.load() != process::Stage::none ? Phase::before
                                                                           : Phase::program;
    rt.tears_down = rt.arena->settings().teardown ||
                    rt.arena->settings().strategy == explore::StrategyKind::replay;
    if (rt.arena->settings().debug) {
      debugger_starts();
    }
    detach_arena();
  } else {
    explore_from_here();
  }
  begin_session();
  Fiber& self = rt.fibers[0];
  self.forget_execution();
  self.id = world().add_thread(event::kNoThread, false);
  self.stack_base = __builtin_frame_address(0);
  if (rt.watch.on) {
    watch_new_thread(self.id, event::kNoThread);
  }
  self.identity = kMainIdentity;
  self.routine = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void (*)()>(rt.program_main));
  if (rt.foreign_files.are_any_unknown()) {
    rt.foreign_files.met(reinterpret_cast<const void*>(rt.program_main));
  }
  leave_no_trace<kTraceOfUnwinder>();  // of how this process was started
  const int status = rt.program_main(argc, argv, environment);
  run_thread_local_destructors();
  if (!controlled()) {
    return status;  // a process that the program has forked
  }
  begin_taking_handlers();
  if (ends_plainly()) {
    perform_exit_after_handlers(status, __builtin_return_address(0));
    leave_execution(status);
  }
  return status;
}

// Registered before everything else, so it runs after all other exit handlers.
void at_very_end(int status, void* /*unused*/) {
  if (!controlled()) {
    return;
  }
  perform_exit_after_handlers(status, __builtin_return_address(0));
  // All that is left for libc to do is to write out streams; where nobody would read
  // them, the process can end here.
  const bool nobody_reads = rt.arena->settings().quiet && !program.streams_opened;
  if (rt.in_place && !nobody_reads) {
    fflush(nullptr);
  }
  if (rt.in_place || nobody_reads) {
    leave_execution(status);
  }
}

// The same for quick_exit(), after which libc does nothing more.
void at_quick_end(void* /*unused*/) {
  if (controlled()) {
    perform_exit_after_handlers(rt.quick_status, __builtin_return_address(0));
    leave_execution(rt.quick_status);
  }
}

}  // namespace

void perform_exit(int status, const void* site) {
  status &= 0xff;
  await_turn({.kind = event::OpKind::process_exit, .argument = status}, site);
  complete_turn(apply_turn());
  session().execution.exit(status);
  finish_session(session().execution.outcome());
}

void perform_exit_after_handlers(int status, const void* site) {
  rt.takes_handlers = nullptr;
  rt.took_handlers = true;
  perform_exit(status, site);
}

}  // namespace heddle::runtime

using heddle::runtime::real;
using heddle::runtime::rt;

__attribute__((constructor)) static void heddle_start() {
  heddle::runtime::resolve_real_functions();
  heddle::runtime::prepare_heap_for_fork();
}

HEDDLE_INTERPOSE int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                                       void (*init)(), void (*fini)(), void (*rtld_fini)(),
                                       void* stack_end) {
  heddle::runtime::resolve_real_functions();
  heddle::runtime::attach_arena();
  if (rt.arena == nullptr) {
    return real.libc_start_main(main, argc, argv, init, fini, rtld_fini, stack_end);
  }
  rt.program_main = main;
  real.on_exit(heddle::runtime::at_very_end, nullptr);
  real.cxa_at_quick_exit(heddle::runtime::at_quick_end, nullptr);
  return real.libc_start_main(heddle::runtime::main_under_control, argc, argv, init, fini,
                              rtld_fini, stack_end);
}

// SPDX-License-Identifier: Apache-2.0
#include "ways.h"

#include "scribble.h"

#include <cassert>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kStatus = 3;

// The process ends here, whatever is left of it: no memory is needed, and heddle does not see it.
[[noreturn]] inline __attribute__((always_inline)) void leave(long status) {
  for (;;) {
    __asm__ volatile("syscall" : : "a"(SYS_exit_group), "D"(status) : "rcx", "r11", "memory");
  }
}

void leave_with_0() { leave(0); }
void leave_with_3() { leave(kStatus); }
void do_nothing() {}

// --- The usual ways out
// ---------------------------------------------------------------------------

void leave_by_underscore_exit() { _exit(kStatus); }
void leave_by_exit() { exit(kStatus); }
void leave_by_quick_exit() { quick_exit(kStatus); }

void handle_by_exit(int) { _exit(kStatus); }

void leave_by_handler() {
  signal(SIGUSR1, handle_by_exit);
  raise(SIGUSR1);
}

void leave_by_crash_handler() {
  signal(SIGSEGV, handle_by_exit);
  __asm__ volatile("movb $1, 0" : : : "memory");
}

void fail_assertion() { assert(!"reached"); }

// --- Exceptions and jumps
// -------------------------------------------------------------------------

void throw_for_nobody() { throw 42; }
void throw_where_none_may() {
  []() noexcept { throw_for_nobody(); }();
}

void jump_nowhere() {
  static jmp_buf buffer;
  memset(&buffer, 0x41, sizeof buffer);
  longjmp(buffer, 1);
}

// --- Crashes
// --------------------------------------------------------------------------------------

void write_nowhere() { __asm__ volatile("movb $1, 0" : : : "memory"); }
void divide_by_zero() {
  __asm__ volatile("xorl %%ecx, %%ecx; xorl %%edx, %%edx; divl %%ecx" : : : "eax", "ecx", "edx");
}
void run_illegal() { __asm__ volatile("ud2"); }
void run_trap() { __asm__ volatile("int3"); }

volatile int depth;

__attribute__((noinline)) void descend() {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  depth = depth + 1;
  if (depth > 0) {
    descend();
  }
  frame[1] = frame[0];
}

// --- No memory
// ------------------------------------------------------------------------------------

// 64 MB more than there is, so that the machine does not notice.
void allow_little_memory() {
  long pages = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == nullptr || fscanf(file, "%ld", &pages) != 1) {
    leave(1);
  }
  fclose(file);
  const rlim_t bytes = static_cast<rlim_t>(pages) * 4096 + (64 << 20);
  const rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

void run_out_of_memory() {
  allow_little_memory();
  for (;;) {
    auto* memory = static_cast<volatile char*>(malloc(1 << 20));
    memory[0] = 1;
  }
}

void run_out_of_memory_in_new() {
  allow_little_memory();
  for (;;) {
    char* volatile memory = new char[1 << 20];
    memory[0] = 1;
  }
}

// --- Killed, by itself
// ----------------------------------------------------------------------------

void kill_itself() { syscall(SYS_kill, syscall(SYS_getpid), SIGKILL); }
void kill_group() { syscall(SYS_kill, 0, SIGKILL); }
void kill_group_by_libc() { kill(0, SIGKILL); }
void stop_itself() { syscall(SYS_kill, syscall(SYS_getpid), SIGSTOP); }

void spin() {
  for (;;) {
    __asm__ volatile("pause");
  }
}

void allow_nothing() {
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  syscall(SYS_getuid);
}

// --- Another program
// ------------------------------------------------------------------------------

void become(const char* path) {
  char* arguments[] = {const_cast<char*>(path), nullptr};
  char* environment[] = {nullptr};
  execve(path, arguments, environment);
}
void become_true() { become("/bin/true"); }
void become_false() { become("/bin/false"); }

// --- Cutting itself off
// ---------------------------------------------------------------------------

void close_everything() { syscall(SYS_close_range, 0U, ~0U, 0U); }
void forget_parent() { prctl(PR_SET_PDEATHSIG, 0); }
void leave_session() { setsid(); }
void be_traced() { ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }

void then_leave(void (*first)()) {
  first();
  leave(kStatus);
}
void close_everything_and_leave() { then_leave(close_everything); }
void forget_parent_and_leave() { then_leave(forget_parent); }
void leave_session_and_leave() { then_leave(leave_session); }
void be_traced_and_leave() { then_leave(be_traced); }
void be_traced_and_crash() {
  be_traced();
  write_nowhere();
}

void unmap_everything() {
  __asm__ volatile("syscall"
                   :
                   : "a"(SYS_munmap), "D"(0L), "S"(0x7ffffffff000L)
                   : "rcx", "r11", "memory");
}

// --- Writing where it should not
// ------------------------------------------------------------------

void scribble_heap_and_leave() {
  scribble(Region::heap);
  leave(kStatus);
}
void scribble_data_and_leave() {
  scribble(Region::data);
  leave(kStatus);
}
void scribble_stack_and_leave() {
  scribble(Region::stack);
  leave(kStatus);
}
void scribble_libraries_and_leave() {
  scribble(Region::libraries);
  leave(kStatus);
}
void scribble_everything_and_leave() {
  scribble(Region::everything);
  leave(kStatus);
}
void scribble_everything_and_crash() {
  scribble(Region::everything);
  __asm__ volatile("movb $1, 0" : : : "memory");
}

__attribute__((noinline)) void smash_stack_and_return() {
  auto* frame = static_cast<char*>(__builtin_frame_address(0));
  for (size_t i = 0; i < 64; i++) {
    reinterpret_cast<volatile char*>(frame)[i] = 'x';
  }
}

struct Way {
  const char* name;
  void (*go)();
};

constexpr Way kWays[] = {
    {"none", do_nothing},
    {"leave_0", leave_with_0},
    {"leave_3", leave_with_3},
    {"_exit", leave_by_underscore_exit},
    {"exit", leave_by_exit},
    {"quick_exit", leave_by_quick_exit},
    {"handler", leave_by_handler},
    {"crash_handler", leave_by_crash_handler},
    {"abort", abort},
    {"assert", fail_assertion},
    {"throw", throw_for_nobody},
    {"noexcept", throw_where_none_may},
    {"terminate", std::terminate},
    {"longjmp", jump_nowhere},
    {"write_nowhere", write_nowhere},
    {"divide", divide_by_zero},
    {"illegal", run_illegal},
    {"trap", run_trap},
    {"stack_overflow", descend},
    {"out_of_memory", run_out_of_memory},
    {"bad_alloc", run_out_of_memory_in_new},
    {"kill", kill_itself},
    {"kill_group", kill_group},
    {"kill_group_libc", kill_group_by_libc},
    {"stop", stop_itself},
    {"spin", spin},
    {"seccomp", allow_nothing},
    {"become_true", become_true},
    {"become_false", become_false},
    {"close", close_everything},
    {"close_leave", close_everything_and_leave},
    {"pdeathsig", forget_parent},
    {"pdeathsig_leave", forget_parent_and_leave},
    {"setsid", leave_session},
    {"setsid_leave", leave_session_and_leave},
    {"traceme_leave", be_traced_and_leave},
    {"traceme_crash", be_traced_and_crash},
    {"munmap", unmap_everything},
    {"scribble_heap", scribble_heap_and_leave},
    {"scribble_data", scribble_data_and_leave},
    {"scribble_stack", scribble_stack_and_leave},
    {"scribble_libraries", scribble_libraries_and_leave},
    {"scribble_everything", scribble_everything_and_leave},
    {"scribble_everything_crash", scribble_everything_and_crash},
    {"smash_stack", smash_stack_and_return},
};

void raise_signal(int number) {
  struct sigaction action = {};
  if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) {
    signal(number, SIG_DFL);  // whoever started the tests may have ignored it
  }
  raise(number);
}

}  // namespace

void die(const char* way) {
  for (const Way& known : kWays) {
    if (strcmp(known.name, way) == 0) {
      known.go();
      return;
    }
  }
  const int number = atoi(way);
  if (number == 0) {
    fprintf(stderr, "dies: no such way: %s\n", way);
    leave(2);
  }
  raise_signal(number);
}

// SPDX-License-Identifier: Apache-2.0
// Instrumented code that leaves functions in unusual ways, and runs in unusual places: the
// one that is named, by two threads that share a counter under a lock.  With "race" in
// front, they also write to one variable without it, when all that is done.
#include <cassert>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include <alloca.h>
#include <pthread.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

namespace {

std::mutex lock;
int counter;
int raced;

#define NEVER_INLINE __attribute__((noinline))

NEVER_INLINE void count(int more) {
  const std::lock_guard<std::mutex> hold(lock);
  counter += more;
}

NEVER_INLINE void throw_from(int depth) {
  if (depth == 0) {
    throw std::runtime_error("thrown");
  }
  const std::vector<int> cleaned(3, depth);
  throw_from(depth - 1);
}

void throws() {
  for (int i = 0; i < 2; ++i) {
    try {
      throw_from(5);
    } catch (const std::exception&) {
      count(1);
    }
  }
}

thread_local jmp_buf back;

NEVER_INLINE void jump_from(int depth) {
  if (depth == 0) {
    longjmp(back, 1);
  }
  if (depth < 100) {
    jump_from(depth - 1);
  }
  count(100);
}

void jumps() {
  if (setjmp(back) == 0) {
    jump_from(5);
  }
  count(1);
  if (setjmp(back) == 0) {
    jump_from(3);
  }
  count(1);
  if (setjmp(back) == 0) {
    jump_from(2);
  }
}

struct AtExit {
  bool used = false;
  ~AtExit() {
    if (used) {
      count(2);
    }
  }
};

thread_local AtExit at_exit;

void uses_thread_locals() { at_exit.used = true; }

NEVER_INLINE void leave_thread(int depth) {
  const std::vector<int> cleaned(3, depth);
  if (depth == 0) {
    count(2);
    pthread_exit(nullptr);
  }
  if (depth < 100) {
    leave_thread(depth - 1);
  }
}

void exits() { leave_thread(4); }

NEVER_INLINE int sink(const int* above, int depth) {
  const int here = *above + 1;
  return depth == 0 ? here : sink(&here, depth - 1);
}

// More calls than are written down.
void recurses() {
  const int zero = 0;
  assert(sink(&zero, 20000) == 20001);
  count(2);
}

thread_local ucontext_t outside;
thread_local ucontext_t inside;
thread_local char stack[size_t{64} * 1024];

void coroutine() {
  count(1);
  swapcontext(&inside, &outside);
  count(1);
}

void switches_stacks() {
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(&inside, coroutine, 0);
  swapcontext(&outside, &inside);
  swapcontext(&outside, &inside);
}

thread_local int signals;

NEVER_INLINE void note_signal(int more) { signals += more; }

void on_signal(int) { note_signal(1); }

void handles_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigaction(SIGUSR1, &action, nullptr);
  raise(SIGUSR1);
  raise(SIGUSR1);
  count(signals);
}

NEVER_INLINE void takes_room(size_t bytes) {
  auto* room = static_cast<char*>(alloca(bytes));
  memset(room, 1, bytes);
  count(room[bytes - 1]);
}

void allocates() {
  takes_room(100);
  takes_room(10000);
}

pthread_once_t once = PTHREAD_ONCE_INIT;
std::once_flag flag;

void does_once() {
  pthread_once(&once, [] { count(1); });
  std::call_once(flag, [] { count(3); });
  try {
    static std::once_flag failing;
    std::call_once(failing, [] { throw_from(2); });
  } catch (const std::exception&) {
  }
}

int failed_once;

NEVER_INLINE int fails_first() {
  if (failed_once++ == 0) {
    throw std::runtime_error("not yet");
  }
  count(4);
  return 1;
}

void guard_fails() {
  for (int tries = 0; tries < 2; ++tries) {
    try {
      static const int made = fails_first();
      assert(made == 1);
      return;
    } catch (const std::exception&) {
    }
  }
}

void forks() {
  const pid_t child = fork();
  assert(child >= 0);
  if (child == 0) {
    raced = raced + 1;
    _exit(raced == 1 ? 7 : 8);
  }
  int status = 0;
  waitpid(child, &status, 0);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  count(2);
}

struct Way {
  const char* name;
  void (*go)();
};

constexpr Way kWays[] = {
    {"throws", throws},
    {"jumps", jumps},
    {"thread-locals", uses_thread_locals},
    {"exits", exits},
    {"recurses", recurses},
    {"switches-stacks", switches_stacks},
    {"signals", handles_signals},
    {"alloca", allocates},
    {"once", does_once},
    {"guard", guard_fails},
    {"forks", forks},
};

}  // namespace

int main(int argc, char** argv) {
  void (*go)() = nullptr;
  for (const Way& way : kWays) {
    go = strcmp(way.name, argv[argc - 1]) == 0 ? way.go : go;
  }
  assert(go != nullptr);
  const bool race = argc > 2;
  const auto body = [&] {
    go();
    if (race) {
      raced = 1;
    }
  };
  std::thread a(body);
  std::thread b(body);
  a.join();
  b.join();
  return counter == 4 ? EXIT_SUCCESS : EXIT_FAILURE;
}

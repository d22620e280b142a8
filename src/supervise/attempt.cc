// SPDX-License-Identifier: Apache-2.0
#include "supervise/attempt.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

// As it goes through a pipe.
struct Answer {
  Attempt::State state;
  char detail[200];
};

// A process that dies leaves no core.  (With a limit of 0 it would, where cores go
// to a program; dumpable it has to be, or it could not read its own pagemap.)
void leave_no_core() {
  rlimit limit = {};
  getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = std::min<rlim_t>(1, limit.rlim_max);
  setrlimit(RLIMIT_CORE, &limit);
}

[[noreturn]] void answer(int to, Attempt (*trial)(), pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(1);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  leave_no_core();
  const Attempt attempt = trial();
  Answer said = {attempt.state, {}};
  attempt.detail.copy(said.detail, sizeof said.detail - 1);
  [[maybe_unused]] const ssize_t ignored = write(to, &said, sizeof said);
  _exit(0);
}

bool wait_for_answer(int from, std::chrono::milliseconds patience) {
  pollfd answered{from, POLLIN, 0};
  int ready = 0;
  do {
    ready = poll(&answered, 1, static_cast<int>(patience.count()));
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

std::string how_it_ended(int status) {
  return WIFSIGNALED(status)
             ? std::string("the process that tried was killed: ") + strsignal(WTERMSIG(status))
             : "the process that tried ended without an answer";
}

}  // namespace

Attempt Attempt::failed_call(const std::string& call) {
  return failure(call + ": " + strerror(errno));
}

Attempt attempt(Attempt (*trial)(), std::chrono::milliseconds patience) {
  int channel[2];
  if (pipe2(channel, O_CLOEXEC) != 0) {
    return Attempt::failed_call("pipe");
  }
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) {
    answer(channel[1], trial, parent);
  }
  const int error = errno;
  close(channel[1]);
  Attempt result = Attempt::failure(std::string("fork: ") + strerror(error));
  if (process > 0) {
    const bool ended = wait_for_answer(channel[0], patience);
    Answer said = {};
    const bool answered = ended && read(channel[0], &said, sizeof said) == sizeof said;
    int status = 0;
    if (!ended) {
      kill(process, SIGKILL);
    }
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    result = answered ? Attempt{said.state, said.detail}
             : ended  ? Attempt::failure(how_it_ended(status))
                      : Attempt::failure("no answer in time");
  }
  close(channel[0]);
  return result;
}

}  // namespace heddle::supervise

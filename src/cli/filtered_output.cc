// SPDX-License-Identifier: Apache-2.0
#include "cli/filtered_output.h"

#include "cli/output.h"
#include "report/terminal.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

constexpr size_t kLongestCharacter = 4;

void close_both(const int (&pipe)[2]) {
  for (const int end : pipe) {
    if (end >= 0) {
      close(end);
    }
  }
}

}  // namespace

FilteredOutput::FilteredOutput(int terminal) : terminal_(terminal) {
  if (pipe2(pipe_, O_CLOEXEC) != 0 || pipe2(stop_, O_CLOEXEC) != 0) {
    return;
  }
  fcntl(pipe_[0], F_SETFL, O_NONBLOCK);
  // Signals are for the thread that waits for the program.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { pass_on(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

FilteredOutput::~FilteredOutput() {
  if (thread_.joinable()) {
    close(stop_[1]);
    stop_[1] = -1;
    thread_.join();
  }
  close_both(pipe_);
  close_both(stop_);
}

void FilteredOutput::pass_on() {
  pollfd waits[] = {{pipe_[0], POLLIN, 0}, {stop_[0], POLLIN, 0}};
  bool stopped = false;
  while (!stopped) {
    poll(waits, 2, -1);
    stopped = waits[1].revents != 0;
    while (pass_on_what_is_there()) {
    }
  }
  show(pending_.size());
}

bool FilteredOutput::pass_on_what_is_there() {
  char buffer[65536];
  const ssize_t got = read(pipe_[0], buffer, sizeof buffer);
  if (got <= 0) {
    return got < 0 && errno == EINTR;
  }
  pending_.append(buffer, static_cast<size_t>(got));
  show(pending_.size() - unfinished_bytes(pending_));
  return true;
}

void FilteredOutput::show(size_t length) {
  write_all(terminal_, report::escape_lines(pending_.substr(0, length)));
  pending_.erase(0, length);
}

size_t unfinished_bytes(const std::string& text) {
  for (size_t back = 1; back < kLongestCharacter && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xc0) == 0x80) {
      continue;
    }
    const size_t length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : kLongestCharacter;
    return length > back ? back : 0;
  }
  return 0;
}

}  // namespace heddle::cli

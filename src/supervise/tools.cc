// SPDX-License-Identifier: Apache-2.0
#include "supervise/tools.h"

#include "supervise/own_limits.h"
#include "supervise/program.h"
#include "supervise/write_signals.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{10};
constexpr size_t kMostRead = 1 << 16;

[[noreturn]] void become(const std::vector<char*>& arguments, int output) {
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  put_back_write_signals();
  put_back_limits();
  execv(arguments.front(), arguments.data());
  _exit(127);
}

std::string read_to_end(int descriptor) {
  const Clock::time_point deadline = Clock::now() + kPatience;
  std::string text;
  while (text.size() < kMostRead) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd ready{descriptor, POLLIN, 0};
    const int answer = left <= 0 ? 0 : poll(&ready, 1, static_cast<int>(left));
    if (answer < 0 && errno == EINTR) {
      continue;
    }
    char piece[4096];
    const ssize_t got = answer <= 0 ? 0 : read(descriptor, piece, sizeof piece);
    if (got <= 0) {
      break;
    }
    text.append(piece, static_cast<size_t>(got));
  }
  return text;
}

// What a command prints to its standard output; what has not come in time is left out.
std::string output_of(std::vector<std::string> command) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& word : command) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  int channel[2];
  if (pipe2(channel, O_CLOEXEC) != 0) {
    return "";
  }
  const pid_t process = fork();
  if (process == 0) {
    become(arguments, channel[1]);
  }
  close(channel[1]);
  std::string text;
  if (process > 0) {
    setpgid(process, process);
    text = read_to_end(channel[0]);
    kill(-process, SIGKILL);
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close(channel[0]);
  return text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::optional<Tool> find_compiler(const std::string& name) {
  const std::string path = name.find('/') == std::string::npos ? find_in_path(name) : name;
  if (path.empty()) {
    return std::nullopt;
  }
  return Tool{path, first_line(output_of({path, "--version"}))};
}

std::optional<Debugger> find_debugger() {
  const std::string path = find_in_path("gdb");
  if (path.empty()) {
    return std::nullopt;
  }
  const std::string mark = "heddle asks: ";
  const std::string text = output_of(
      {path, "-nx", "-batch", "-ex", "show version", "-ex",
       "python import sys; print('" + mark + "' + '.'.join(map(str, sys.version_info[:3])))"});
  Debugger debugger;
  debugger.path = path;
  debugger.version = first_line(text);
  const size_t python = text.rfind(mark);
  if (python != std::string::npos) {
    debugger.python = first_line(text.substr(python + mark.size()));
  }
  return debugger;
}

}  // namespace heddle::supervise

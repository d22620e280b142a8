// SPDX-License-Identifier: Apache-2.0
#include "supervise/gdb.h"

#include "supervise/session.h"
#include "supervise/standard_input.h"
#include "supervise/write_signals.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

// Beyond those of launch.h: gdb inherits them, and every process that it starts.
int input_descriptor() { return arena_descriptor() + 2; }
int start_descriptor() { return arena_descriptor() + 3; }
int session_descriptor() { return arena_descriptor() + 4; }

constexpr int kSignalledStatus = 128;

// Bytes that another process can read from a descriptor.
class Handed {
 public:
  explicit Handed(const std::string& bytes) : descriptor_(readable(bytes)) {}
  ~Handed() {
    if (descriptor_.ok()) {
      close(descriptor_.value());
    }
  }
  Handed(const Handed&) = delete;
  Handed& operator=(const Handed&) = delete;

  [[nodiscard]] const base::Result<int>& descriptor() const { return descriptor_; }

 private:
  base::Result<int> descriptor_;
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> command_line(const std::string& script, const GdbRequest& request) {
  std::vector<std::string> words = {
      "gdb",  "-quiet", "-x",
      script, "-ex",    "heddle begin /proc/self/fd/" + std::to_string(session_descriptor())};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  return words;
}

// Ctrl-C is for gdb while it runs.
class IgnoredInterrupts {
 public:
  IgnoredInterrupts() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &interrupt_);
    sigaction(SIGQUIT, &ignore, &quit_);
  }
  ~IgnoredInterrupts() { put_back(); }
  IgnoredInterrupts(const IgnoredInterrupts&) = delete;
  IgnoredInterrupts& operator=(const IgnoredInterrupts&) = delete;

  void put_back() const {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGQUIT, &quit_, nullptr);
  }

 private:
  struct sigaction interrupt_ = {};
  struct sigaction quit_ = {};
};

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalledStatus + WTERMSIG(status);
}

std::string all_from(int descriptor) {
  std::string bytes;
  char buffer[65536];
  ssize_t got = 0;
  while ((got = pread(descriptor, buffer, sizeof buffer, static_cast<off_t>(bytes.size()))) > 0) {
    bytes.append(buffer, static_cast<size_t>(got));
  }
  return bytes;
}

}  // namespace

base::Result<int> run_gdb(const Program& program, const Session& session,
                          const GdbRequest& request) {
  base::Result<std::string> script = own_file("share/heddle/heddle_gdb.py");
  if (!script.ok()) {
    return script.error();
  }
  const Handed start(start_of(program, session.library()));
  const Handed told(request.session);
  for (const Handed* handed : {&start, &told}) {
    if (!handed->descriptor().ok()) {
      return handed->descriptor().error();
    }
  }
  std::vector<std::string> words = command_line(script.value(), request);
  const std::vector<char*> arguments = pointers_to(words);
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    return base::Error{std::string("cannot make a pipe: ") + strerror(errno)};
  }
  const IgnoredInterrupts ignored;
  const pid_t process = fork();
  if (process == 0) {
    ignored.put_back();
    put_back_write_signals();
    dup2(session.connections().arena, arena_descriptor());
    dup2(session.connections().input, input_descriptor());
    dup2(start.descriptor().value(), start_descriptor());
    dup2(told.descriptor().value(), session_descriptor());
    execvp("gdb", arguments.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t written = write(report[1], &error, sizeof error);
    _exit(127);
  }
  int error = errno;
  close(report[1]);
  const bool failed =
      process < 0 || read(report[0], &error, sizeof error) == static_cast<ssize_t>(sizeof error);
  close(report[0]);
  const int status = process < 0 ? 0 : wait_for(process);
  if (failed) {
    return base::Error{error == ENOENT ? "gdb is not in PATH, and --gdb needs it; install it"
                                       : std::string("cannot start gdb: ") + strerror(error)};
  }
  return status;
}

base::Error start_for_gdb() {
  const std::string bytes = all_from(start_descriptor());
  lseek(input_descriptor(), 0, SEEK_SET);
  dup2(input_descriptor(), STDIN_FILENO);
  for (const int descriptor : {input_descriptor(), start_descriptor(), session_descriptor()}) {
    close(descriptor);
  }
  return start(bytes);
}

}  // namespace heddle::supervise

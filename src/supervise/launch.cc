// SPDX-License-Identifier: Apache-2.0
#include "supervise/launch.h"

#include "process/arena.h"
#include "supervise/own_limits.h"
#include "supervise/suspension.h"
#include "supervise/write_signals.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace heddle::supervise {
namespace {

constexpr unsigned long kAskPersonality = 0xffffffff;

struct Arguments {
  std::vector<std::string> texts;
  std::vector<char*> pointers;

  void finish() {
    for (std::string& text : texts) {
      pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
  }
};

bool names(const std::string& entry, const std::string& variable) {
  return entry.compare(0, variable.size() + 1, variable + "=") == 0;
}

constexpr char kPreload[] = "LD_PRELOAD";
constexpr char kBindNow[] = "LD_BIND_NOW";
constexpr char kTunables[] = "GLIBC_TUNABLES";
// Memory from malloc comes from one place that only grows, so that it can be put
// back; and the kernel does not write to a thread's memory of its own accord.
constexpr char kOurTunables[] =
    "glibc.malloc.mmap_max=0:glibc.malloc.arena_max=1:glibc.malloc.trim_threshold=1099511627776:"
    "glibc.pthread.rseq=0";

bool is_replaced(const std::string& entry, const Program& program) {
  for (const auto& [name, value] : program.environment) {
    if (names(entry, name)) {
      return true;
    }
  }
  return false;
}

// The program's environment, with what makes the loader take in our library.  What
// is in the way is put aside under another name, and put back by the library.
Arguments environment_for(const Program& program, const std::string& library, bool bind_now) {
  Arguments environment;
  std::string preload = library;
  std::string tunables = kOurTunables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (names(text, kPreload)) {
      preload += ":" + text.substr(sizeof kPreload);
      environment.texts.push_back("HEDDLE_" + text);
    } else if (names(text, kTunables)) {
      tunables = text.substr(sizeof kTunables) + ":" + tunables;
      environment.texts.push_back("HEDDLE_" + text);
    } else if (names(text, kBindNow)) {
      environment.texts.push_back("HEDDLE_" + text);
    } else if (!is_replaced(text, program)) {
      environment.texts.push_back(text);
    }
  }
  for (const auto& [name, value] : program.environment) {
    environment.texts.push_back(name + "=" + value);
  }
  environment.texts.push_back(std::string(kPreload) + "=" + preload);
  environment.texts.push_back(std::string(kTunables) + "=" + tunables);
  if (bind_now) {
    environment.texts.push_back(std::string(kBindNow) + "=1");
  }
  environment.texts.push_back("HEDDLE_ARENA=" + std::to_string(arena_descriptor()));
  environment.finish();
  return environment;
}

void fix_addresses() {
  const int now = personality(kAskPersonality);
  if (now >= 0) {
    personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE);
  }
}

// False, and errno, if it cannot be.
bool connect(int from, int to) { return from < 0 || dup2(from, to) == to; }

// Out of the way of those that are about to be made.
int moved(int descriptor, int first) {
  if (descriptor < first || descriptor >= first + kMostDescriptors) {
    return descriptor;
  }
  const int beyond = fcntl(descriptor, F_DUPFD_CLOEXEC, first + kMostDescriptors);
  return beyond >= 0 ? beyond : fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

bool connect_all(const Connections& connections) {
  const int first = arena_descriptor();
  const int arena = moved(connections.arena, first);
  const int search = moved(connections.search, first);
  const int log = moved(connections.schedule_log, first);
  const bool whole = (connections.arena < 0 || arena >= 0) &&
                     (connections.search < 0 || search >= 0) &&
                     (connections.schedule_log < 0 || log >= 0);
  return whole && connect(connections.input, 0) && connect(connections.output, 1) &&
         connect(connections.error, 2) && connect(arena, first) &&
         connect(search, first + process::kSearchBeyondArena) &&
         connect(log, first + kScheduleLogBeyondArena);
}

// Returns only if it cannot; errno says why.
void execute(const std::string& path, const std::string& directory, Arguments& arguments,
             Arguments& environment) {
  if (directory.empty() || chdir(directory.c_str()) == 0) {
    fix_addresses();
    put_back_write_signals();
    put_back_limits();
    execve(path.c_str(), arguments.pointers.data(), environment.pointers.data());
  }
}

// In the new process: async-signal-safe calls only.
[[noreturn]] void become(const Program& program, const Connections& connections,
                         Arguments& arguments, Arguments& environment, int report, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(127);
  }
  setpgid(0, 0);  // the terminal's Ctrl-C is for heddle
  if (connect_all(connections)) {
    execute(program.path, program.directory, arguments, environment);
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t ignored = write(report, &error, sizeof error);
  _exit(127);
}

// A process that is stopped with heddle, by Ctrl-Z.
template <typename Body>
pid_t fork_group(const Body& body) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  const Launching launching;
  const pid_t process = fork();
  if (process == 0) {
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    body();
  }
  if (process > 0) {
    Launching::add(process);
  }
  return process;
}

size_t read_all(int from, void* bytes, size_t size) {
  ssize_t got = 0;
  do {
    got = read(from, bytes, size);
  } while (got < 0 && errno == EINTR);
  return got < 0 ? 0 : static_cast<size_t>(got);
}

base::Error why_not_started(const Program& program, pid_t process, int error) {
  std::string reason = strerror(error);
  if (process < 0 && error == EAGAIN) {
    reason = "the system lets heddle make no more processes (see ulimit -u)";
  } else if (error == EMFILE || error == EBADF) {
    reason = "too few files may be open (see ulimit -n)";
  }
  return {"cannot start " + program.path + ": " + reason};
}

}  // namespace

// Where few files can be open, as high as can be.
int arena_descriptor() {
  constexpr uint64_t kUsual = 1000;
  const uint64_t files = limit_on(RLIMIT_NOFILE).value_or(kUsual + kMostDescriptors);
  const uint64_t least = STDERR_FILENO + 1 + kMostDescriptors;
  return static_cast<int>(std::min(kUsual, std::max(files, least) - kMostDescriptors));
}

base::Result<pid_t> launch(const Program& program, const std::string& library,
                           const Connections& connections) {
  Arguments arguments;
  arguments.texts = program.arguments;
  arguments.finish();
  Arguments environment = environment_for(program, library, connections.bind_now);
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    return base::Error{"cannot make a pipe: " + words_for(errno)};
  }
  const pid_t parent = getpid();
  const pid_t process =
      fork_group([&] { become(program, connections, arguments, environment, report[1], parent); });
  int error = errno;
  close(report[1]);
  const bool failed = process < 0 || read_all(report[0], &error, sizeof error) == sizeof error;
  close(report[0]);
  if (!failed) {
    return process;
  }
  if (process > 0) {
    waitpid(process, nullptr, 0);
    forget_group(process);
  }
  return why_not_started(program, process, error);
}

std::string start_of(const Program& program, const std::string& library) {
  const Arguments environment = environment_for(program, library, true);
  std::string bytes = program.path + '\0' + program.directory + '\0' +
                      std::to_string(program.arguments.size()) + '\0';
  for (const std::string& argument : program.arguments) {
    bytes += argument + '\0';
  }
  for (const std::string& variable : environment.texts) {
    bytes += variable + '\0';
  }
  return bytes;
}

base::Error start(const std::string& bytes) {
  std::vector<std::string> texts;
  for (size_t begin = 0; begin < bytes.size();) {
    const size_t end = std::min(bytes.find('\0', begin), bytes.size());
    texts.push_back(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  const size_t count = texts.size() < 3 ? 0 : strtoul(texts[2].c_str(), nullptr, 10);
  if (count == 0 || texts.size() < 3 + count) {
    return base::Error{"there is no program to be started"};
  }
  const auto first = texts.begin() + 3;
  const auto last = first + static_cast<ptrdiff_t>(count);
  Arguments arguments{{first, last}, {}};
  Arguments environment{{last, texts.end()}, {}};
  arguments.finish();
  environment.finish();
  execute(texts[0], texts[1], arguments, environment);
  return base::Error{"cannot start " + texts[0] + ": " + strerror(errno)};
}

bool addresses_can_be_fixed() {
  const int now = personality(kAskPersonality);
  if (now < 0 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) {
    return false;
  }
  personality(static_cast<unsigned long>(now));
  return true;
}

}  // namespace heddle::supervise

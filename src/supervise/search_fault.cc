// SPDX-License-Identifier: Apache-2.0
#include "supervise/search_fault.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>

#include <unistd.h>

namespace heddle::supervise {
namespace {

struct Range {
  std::atomic<uintptr_t> begin{0};  // 0: there is none
  std::atomic<uintptr_t> end{0};
};

constexpr size_t kMost = 1024;  // workers
constexpr size_t kLongest = 4096;
Range ranges[kMost];
char text[kLongest];
size_t length = 0;
int status_then = 0;

bool is_of_search(uintptr_t address) {
  for (const Range& range : ranges) {
    if (range.begin.load() != 0 && address >= range.begin.load() && address < range.end.load()) {
      return true;
    }
  }
  return false;
}

void on_bus_error(int signal, siginfo_t* info, void* /*context*/) {
  if (info->si_code <= 0 || !is_of_search(reinterpret_cast<uintptr_t>(info->si_addr))) {
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);  // it comes again
    return;
  }
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, text, length);
  _exit(status_then);
}

}  // namespace

void note_search(const void* begin, size_t bytes) {
  const auto address = reinterpret_cast<uintptr_t>(begin);
  for (Range& range : ranges) {
    if (range.begin.load() == 0) {
      range.end.store(address + bytes);
      range.begin.store(address);
      return;
    }
  }
}

void forget_search(const void* begin) {
  for (Range& range : ranges) {
    if (range.begin.load() == reinterpret_cast<uintptr_t>(begin)) {
      range.begin.store(0);
    }
  }
}

void end_at_search_fault(const std::string& sentence, int status) {
  const std::string line = "heddle: " + sentence + "\n";
  length = line.copy(text, sizeof text);
  status_then = status;
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = on_bus_error;
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace heddle::supervise

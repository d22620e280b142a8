// SPDX-License-Identifier: Apache-2.0
#include "supervise/standard_input.h"

#include "supervise/own_limits.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{2000};

// How long it may say nothing.
milliseconds patience_within(const Limits& limits) {
  if (!limits.deadline.has_value()) {
    return kPatience;
  }
  const auto left = std::chrono::ceil<milliseconds>(*limits.deadline - Clock::now());
  return std::clamp(left, milliseconds{0}, kPatience);
}

}  // namespace

base::Result<StandardInput> take_standard_input(const Limits& limits) {
  StandardInput input;
  if (isatty(STDIN_FILENO) != 0 || fcntl(STDIN_FILENO, F_GETFL) < 0) {
    return input;
  }
  std::vector<char> buffer(size_t{1} << 16);
  while (limits.reached() == verdict::Stopped::no) {
    pollfd waiting{STDIN_FILENO, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(patience_within(limits).count()));
    if (ready < 0 && errno == EINTR) {
      continue;
    }
    if (ready == 0) {
      break;
    }
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
      continue;
    }
    if (got <= 0) {
      return input;
    }
    input.bytes.append(buffer.data(), static_cast<size_t>(got));
    if (input.bytes.size() > kMostInput) {
      return base::Error{"standard input is longer than " + std::to_string(kMostInput >> 20) +
                         " MiB, which is the most that heddle keeps for every execution to read; "
                         "give the program less, or a file"};
    }
  }
  input.ended = false;
  return input;
}

base::Result<int> readable(const std::string& bytes) {
  const int descriptor = bytes.empty() ? open("/dev/null", O_RDONLY | O_CLOEXEC)
                                       : memfd_create("standard-input", MFD_CLOEXEC);
  if (descriptor < 0) {
    return base::Error{"cannot keep the standard input: " + words_for(errno)};
  }
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = write(descriptor, bytes.data() + done, bytes.size() - done);
    if (written <= 0) {
      const base::Error error{"cannot keep the standard input: " + words_for(errno)};
      close(descriptor);
      return error;
    }
    done += static_cast<size_t>(written);
  }
  lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

}  // namespace heddle::supervise

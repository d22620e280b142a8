// SPDX-License-Identifier: Apache-2.0
#include "supervise/standard_input.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

constexpr int kPatienceMilliseconds = 2000;

}  // namespace

StandardInput take_standard_input() {
  StandardInput input;
  if (isatty(STDIN_FILENO) != 0 || fcntl(STDIN_FILENO, F_GETFL) < 0) {
    return input;
  }
  char buffer[65536];
  for (;;) {
    pollfd waiting{STDIN_FILENO, POLLIN, 0};
    const int ready = poll(&waiting, 1, kPatienceMilliseconds);
    if (ready < 0 && errno == EINTR) {
      continue;
    }
    if (ready == 0) {
      input.ended = false;
      return input;
    }
    const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
    if (got <= 0) {
      return input;
    }
    input.bytes.append(buffer, static_cast<size_t>(got));
  }
}

base::Result<int> readable(const std::string& bytes) {
  if (bytes.empty()) {
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
  }
  const int descriptor = memfd_create("standard-input", MFD_CLOEXEC);
  size_t done = 0;
  while (descriptor >= 0 && done < bytes.size()) {
    const ssize_t written = write(descriptor, bytes.data() + done, bytes.size() - done);
    if (written <= 0) {
      close(descriptor);
      return base::Error{std::string("cannot keep the standard input: ") + strerror(errno)};
    }
    done += static_cast<size_t>(written);
  }
  lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

}  // namespace heddle::supervise

// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include "report/terminal.h"
#include "verdict/summary.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

constexpr int kUsualColumns = 100;
constexpr int kLeastColumns = 40;

int columns_of(int descriptor) {
  const char* variable = getenv("COLUMNS");
  const int asked = variable == nullptr ? 0 : atoi(variable);
  if (asked >= kLeastColumns) {
    return asked;
  }
  winsize size = {};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= kLeastColumns) {
    return size.ws_col;
  }
  return kUsualColumns;
}

bool wants_colour(int descriptor) {
  const char* no_color = getenv("NO_COLOR");
  return can_redraw(descriptor) && (no_color == nullptr || *no_color == '\0');
}

}  // namespace

Terminal::Terminal(int descriptor) : descriptor_(descriptor) {
  style_.columns = columns_of(descriptor);
  style_.colour = wants_colour(descriptor);
}

base::Result<size_t> Terminal::print(const std::string& text) const {
  if (write_all(descriptor_, report::for_terminal(text, style_)) || errno == EPIPE) {
    return text.size();
  }
  return base::Error{std::string("cannot write to standard ") +
                     (descriptor_ == STDERR_FILENO ? "error: " : "output: ") + strerror(errno)};
}

bool can_redraw(int descriptor) {
  const char* term = getenv("TERM");
  const bool dumb = term == nullptr || strcmp(term, "dumb") == 0;
  return isatty(descriptor) != 0 && !dumb;
}

int complain(const std::string& sentence) {
  tell(sentence);
  return verdict::kStatusUsage;
}

void tell(const std::string& sentence) {
  write_all(STDERR_FILENO, "heddle: " + report::escape(sentence) + "\n");
}

int status_after(const base::Result<size_t>& printed, int status) {
  return printed.ok() ? status : complain(printed.error().sentence);
}

bool write_all(int descriptor, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0 && errno == EAGAIN) {
      pollfd ready{descriptor, POLLOUT, 0};
      poll(&ready, 1, -1);
      continue;
    }
    if (written <= 0) {
      return false;
    }
    done += static_cast<size_t>(written);
  }
  return true;
}

void fill_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) < 0) {
      [[maybe_unused]] const int filled = open("/dev/null", O_RDONLY);  // the lowest that is free
    }
  }
}

int64_t now_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#include "supervise/text_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace heddle::supervise {

base::Result<std::string> read_text_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) {
    return base::Error{"cannot read " + path + ": " + strerror(errno)};
  }
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t bytes = read(file, buffer, sizeof buffer);
    if (bytes < 0 && errno == EINTR) {
      continue;
    }
    const int error = errno;
    if (bytes <= 0) {
      close(file);
      return bytes == 0 ? base::Result<std::string>(std::move(text))
                        : base::Error{"cannot read " + path + ": " + strerror(error)};
    }
    text.append(buffer, static_cast<size_t>(bytes));
    if (text.size() > kMostText) {
      close(file);
      return base::Error{path + " is longer than " + std::to_string(kMostText >> 20) +
                         " MiB, which is the most that heddle reads of such a file"};
    }
  }
}

}  // namespace heddle::supervise

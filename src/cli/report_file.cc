// SPDX-License-Identifier: Apache-2.0
#include "cli/report_file.h"

#include "cli/output.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;

// What is written to one of them is part of what is written to the other.  (Not so a device such
// as /dev/null.)
bool is_same_file(int a, int b) {
  struct stat first = {};
  struct stat second = {};
  return fstat(a, &first) == 0 && fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino && (S_ISREG(first.st_mode) || S_ISFIFO(first.st_mode));
}

bool is_regular(int descriptor) {
  struct stat status = {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

Result<std::unique_ptr<ReportFile>> ReportFile::open(const std::string& path) {
  if (path == "-") {
    return std::unique_ptr<ReportFile>(new ReportFile(path, STDOUT_FILENO, false));
  }
  constexpr int kFlags = O_WRONLY | O_CLOEXEC | O_NOCTTY;
  int descriptor = ::open(path.c_str(), kFlags);
  const bool made = descriptor < 0 && errno == ENOENT;
  if (made) {
    descriptor = ::open(path.c_str(), kFlags | O_CREAT, 0666);
  }
  if (descriptor < 0) {
    return Error{"cannot write " + path + ": " + strerror(errno)};
  }
  if (!made && is_same_file(descriptor, STDOUT_FILENO)) {
    close(descriptor);
    return std::unique_ptr<ReportFile>(new ReportFile("-", STDOUT_FILENO, false));
  }
  return std::unique_ptr<ReportFile>(new ReportFile(path, descriptor, made));
}

ReportFile::~ReportFile() {
  if (made_) {
    unlink(path_.c_str());
  }
  if (descriptor_ >= 0 && !is_standard_output()) {
    close(descriptor_);
  }
}

bool ReportFile::is_standard_output() const { return descriptor_ == STDOUT_FILENO; }

bool ReportFile::is_same_as(const ReportFile& other) const {
  return (is_standard_output() && other.is_standard_output()) ||
         is_same_file(descriptor_, other.descriptor_);
}

Result<size_t> ReportFile::write(const std::string& text) {
  made_ = false;
  if (is_standard_output()) {
    return write_all(descriptor_, text) ? Result<size_t>(text.size()) : cannot_write(errno);
  }
  const bool regular = is_regular(descriptor_);
  if (regular && ftruncate(descriptor_, 0) != 0) {
    return cannot_write(errno);
  }
  if (!write_all(descriptor_, text)) {
    const int error = errno;
    [[maybe_unused]] const int ignored = regular ? ftruncate(descriptor_, 0) : 0;
    return cannot_write(error);
  }
  // Some file systems say only now that there is no room.
  if (close(std::exchange(descriptor_, -1)) != 0) {
    return cannot_write(errno);
  }
  return text.size();
}

Error ReportFile::cannot_write(int error) const {
  return {(path_ == "-" ? "cannot write to standard output: " : "cannot write " + path_ + ": ") +
          strerror(error)};
}

}  // namespace heddle::cli

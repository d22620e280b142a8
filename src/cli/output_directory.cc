// SPDX-License-Identifier: Apache-2.0
#include "cli/output_directory.h"

#include "trace/format.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <thread>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::Result;
using std::chrono::milliseconds;

// A run that was killed may have left a child behind that is about to end, too, and still has the
// lock.
constexpr milliseconds kPatience{2000};
constexpr milliseconds kPause{20};
constexpr int kMostTries = 100;

constexpr std::string_view kPrefix = "finding-";
constexpr std::string_view kSuffix = ".heddle";
constexpr std::string_view kPart = ".part-";  // one that was being written

std::string_view without_digits(std::string_view text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits == 0 ? std::string_view("no digits") : text.substr(digits);
}

// finding-12.heddle, or finding-12.heddle.part-345
bool is_name_of_finding(std::string_view name) {
  if (!name.starts_with(kPrefix)) {
    return false;
  }
  std::string_view rest = without_digits(name.substr(kPrefix.size()));
  if (!rest.starts_with(kSuffix)) {
    return false;
  }
  rest.remove_prefix(kSuffix.size());
  return rest.empty() ||
         (rest.starts_with(kPart) && without_digits(rest.substr(kPart.size())).empty());
}

// A part may have been broken off before its first word.
bool begins_like_trace(int directory, const char* name) {
  const int file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) {
    return false;
  }
  struct stat status = {};
  char begin[trace::kMagic.size()] = {};
  const bool regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const ssize_t got = regular ? pread(file, begin, sizeof begin, 0) : -1;
  close(file);
  return got >= 0 && trace::kMagic.starts_with({begin, static_cast<size_t>(got)}) &&
         (got == sizeof begin || std::string_view(name).find(kPart) != std::string_view::npos);
}

Error cannot_use(const std::string& path, int error) {
  return {"cannot write to the directory " + path + ": " + strerror(error) +
          "; name another one with --out"};
}

}  // namespace

Result<std::unique_ptr<OutputDirectory>> OutputDirectory::take(const std::string& path) {
  if (path.empty()) {
    return Error{"--out takes a directory, not an empty name"};
  }
  std::unique_ptr<OutputDirectory> directory(new OutputDirectory(path));
  // The run that has the lock may remove the directory when it is done.
  for (int i = 0; i < kMostTries; ++i) {
    Result<bool> made = directory->make();
    if (!made.ok()) {
      return made.error();
    }
    Result<bool> locked = directory->lock();
    if (!locked.ok()) {
      return locked.error();
    }
    if (locked.value()) {
      return directory;
    }
  }
  return cannot_use(path, ENOENT);
}

OutputDirectory::~OutputDirectory() {
  for (auto path = made_.rbegin(); path != made_.rend(); ++path) {
    rmdir(path->c_str());
  }
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

Result<bool> OutputDirectory::make() {
  const fs::path whole(path_);
  fs::path part;
  for (const fs::path& name : whole) {
    part /= name;
    if (mkdir(part.c_str(), 0777) == 0) {
      made_.push_back(part.string());
    } else if (const int error = errno; error != EEXIST && access(part.c_str(), F_OK) != 0) {
      return cannot_use(path_, error);
    }
  }
  return true;
}

// False if it is another directory by now that has the name.
Result<bool> OutputDirectory::lock() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
  descriptor_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) {
    return errno == ENOENT ? Result<bool>(false) : cannot_use(path_, errno);
  }
  if (faccessat(AT_FDCWD, path_.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    return cannot_use(path_, errno);
  }
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) {
      break;  // a file system without locks
    }
    if (std::chrono::steady_clock::now() > deadline) {
      return Error{"another heddle run is at work in " + path_ +
                   "; wait for its end, or name another directory with --out"};
    }
    std::this_thread::sleep_for(kPause);
  }
  struct stat ours = {};
  struct stat there = {};
  return fstat(descriptor_, &ours) == 0 && stat(path_.c_str(), &there) == 0 &&
         ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

void OutputDirectory::remove_earlier_findings() const {
  DIR* list = fdopendir(dup(descriptor_));
  if (list == nullptr) {
    return;
  }
  std::vector<std::string> names;
  while (const dirent* entry = readdir(list)) {
    if (is_name_of_finding(entry->d_name) && begins_like_trace(descriptor_, entry->d_name)) {
      names.emplace_back(entry->d_name);
    }
  }
  closedir(list);
  for (const std::string& name : names) {
    unlinkat(descriptor_, name.c_str(), 0);
  }
}

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/search_folder.h"

#include <cerrno>
#include <cstdint>
#include <utility>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;

// With less than that the system would have to break off the program in the middle of a write.
constexpr uint64_t kLeastFreeBytes = uint64_t{1} << 30;

constexpr char kLock[] = "lock";

// More than standard input, or a description, ever is.
constexpr size_t kMostText = size_t{256} << 20;

bool is_link(const std::string& path) {
  struct stat found = {};
  return lstat(path.c_str(), &found) == 0 && S_ISLNK(found.st_mode);
}

}  // namespace

Result<std::optional<SearchFolder>> SearchFolder::open(const std::string& path, bool make) {
  if (make) {
    mkdir(path.c_str(), 0777);
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0 && is_link(path)) {
    return Error{path + " is a symbolic link, and heddle keeps searches in none"};
  }
  if (descriptor < 0) {
    return std::optional<SearchFolder>{};
  }
  return std::optional<SearchFolder>(SearchFolder(path, descriptor));
}

SearchFolder::SearchFolder(SearchFolder&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      lock_(std::exchange(other.lock_, -1)) {}

SearchFolder::~SearchFolder() {
  if (lock_ >= 0) {
    close(lock_);
  }
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

bool SearchFolder::has(const std::string& name) const {
  struct stat found = {};
  return fstatat(descriptor_, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
}

bool SearchFolder::has_room() const {
  struct statvfs system = {};
  rlimit limit = {};
  return fstatvfs(descriptor_, &system) == 0 &&
         uint64_t{system.f_bavail} * system.f_frsize >= kLeastFreeBytes &&
         getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

// One that is heddle's alone: a process that it is about to make of the program does not have it,
// and so does not keep it for a while when heddle is killed.
bool SearchFolder::lock() {
  lock_ = openat(descriptor_, kLock, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (lock_ < 0 || fcntl(lock_, F_SETLK, &whole) != 0) {
    return false;
  }
  // It may have been removed by the one that had it.
  struct stat ours = {};
  struct stat there = {};
  return fstat(lock_, &ours) == 0 &&
         fstatat(descriptor_, kLock, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
         ours.st_ino == there.st_ino;
}

int SearchFolder::make_file(const std::string& name) const {
  unlinkat(descriptor_, name.c_str(), 0);
  return openat(descriptor_, name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                0666);
}

int SearchFolder::open_file(const std::string& name) const {
  const int file = openat(descriptor_, name.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat found = {};
  if (file >= 0 && (fstat(file, &found) != 0 || !S_ISREG(found.st_mode))) {
    close(file);
    return -1;
  }
  return file;
}

bool SearchFolder::write_whole(const std::string& name, const std::string& text) const {
  const int file = make_file(name);
  size_t done = 0;
  while (file >= 0 && done < text.size()) {
    const ssize_t written = write(file, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      break;
    }
    done += static_cast<size_t>(written);
  }
  return file >= 0 && close(file) == 0 && done == text.size();
}

Result<std::string> SearchFolder::read_whole(const std::string& name) const {
  const int file = open_file(name);
  std::string text;
  char buffer[65536];
  ssize_t bytes = file < 0 ? -1 : 1;
  while (bytes > 0 && text.size() <= kMostText) {
    bytes = read(file, buffer, sizeof buffer);
    if (bytes > 0) {
      text.append(buffer, static_cast<size_t>(bytes));
    }
  }
  if (file >= 0) {
    close(file);
  }
  if (bytes < 0) {
    return Error{"cannot read " + path_of(name)};
  }
  if (text.size() > kMostText) {
    return Error{path_of(name) + " is not as heddle left it; begin a new search"};
  }
  return text;
}

bool SearchFolder::rename(const std::string& from, const std::string& to) const {
  return renameat(descriptor_, from.c_str(), descriptor_, to.c_str()) == 0;
}

void SearchFolder::remove(const std::string& name) const { unlinkat(descriptor_, name.c_str(), 0); }

void SearchFolder::remove_itself() {
  remove(kLock);
  rmdir(path_.c_str());
}

}  // namespace heddle::cli

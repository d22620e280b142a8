// SPDX-License-Identifier: Apache-2.0
#include "cli/saved_search.h"

#include "explore/arena.h"
#include "trace/bytes.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;
using nlohmann::json;

// With less than that the system would have to break off the program in the middle of a write.
constexpr uint64_t kLeastFreeBytes = uint64_t{1} << 30;

constexpr char kDescription[] = "search.json";
constexpr char kLock[] = "lock";
constexpr char kInput[] = "input";

bool has_room(const std::string& directory) {
  struct statvfs system = {};
  rlimit limit = {};
  return statvfs(directory.c_str(), &system) == 0 &&
         uint64_t{system.f_bavail} * system.f_frsize >= kLeastFreeBytes &&
         getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

bool write_whole(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  return file.good();
}

Result<std::string> read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.good()) {
    return Error{"cannot read " + path};
  }
  return text.str();
}

// At the end of a file that was cut to its size, so that one that was cut elsewhere is known.
constexpr uint64_t kWholeFile = 0x686564646c65656eULL;
constexpr off_t kMarkBytes = sizeof kWholeFile;

// A search takes address space for all that could come; what it has not written to need not be
// part of the file.
void cut_to_size(int file) {
  off_t end = 0;
  for (off_t data = lseek(file, 0, SEEK_DATA); data >= 0; data = lseek(file, end, SEEK_DATA)) {
    end = lseek(file, data, SEEK_HOLE);
    if (end < 0) {
      return;
    }
  }
  if (errno == ENXIO && pwrite(file, &kWholeFile, kMarkBytes, end) == kMarkBytes) {
    [[maybe_unused]] const int ignored = ftruncate(file, end + kMarkBytes);
  }
}

// As heddle left it: not begun, killed with all of its address space, or cut to its size.
bool is_whole(int file) {
  const off_t size = lseek(file, 0, SEEK_END);
  explore::Kept kept;
  const bool begun = pread(file, &kept, sizeof kept, 0) == static_cast<ssize_t>(sizeof kept) &&
                     kept.magic == explore::kArenaMagic;
  const uint64_t all = kept.settings.arena_bytes - kept.settings.search_offset;
  if (size == 0 || (begun && static_cast<uint64_t>(size) == all)) {
    return true;
  }
  uint64_t mark = 0;
  return begun && pread(file, &mark, kMarkBytes, size - kMarkBytes) == kMarkBytes &&
         mark == kWholeFile && ftruncate(file, size - kMarkBytes) == 0;
}

// Arguments and names of files may hold any bytes.
json to_json(const SearchDescription& description) {
  json arguments = json::array();
  for (const std::string& argument : description.arguments) {
    arguments.push_back(trace::to_text(argument));
  }
  json findings = json::array();
  for (const SearchDescription::Finding& finding : description.findings) {
    findings.push_back({{"trace", trace::to_text(finding.trace)}, {"races", finding.races}});
  }
  return {{"heddle", HEDDLE_VERSION},
          {"keyed_hash", description.keyed_hash},
          {"arguments", arguments},
          {"directory", trace::to_text(description.directory)},
          {"build_id", description.build_id},
          {"start_time", description.start_time},
          {"workers", description.workers},
          {"round", description.round},
          {"suppressed", description.suppressed},
          {"benign", description.benign},
          {"findings", findings}};
}

SearchDescription from_json(const json& text) {
  SearchDescription description;
  description.keyed_hash = text.value("keyed_hash", "");
  for (const json& argument : text.at("arguments")) {
    description.arguments.push_back(trace::from_text(argument.get<std::string>()));
  }
  description.directory = trace::from_text(text.at("directory").get<std::string>());
  description.build_id = text.at("build_id").get<std::string>();
  description.start_time = text.at("start_time").get<int64_t>();
  description.workers = text.at("workers").get<uint32_t>();
  description.round = text.at("round").get<uint32_t>();
  description.suppressed = text.at("suppressed").get<uint32_t>();
  description.benign = text.at("benign").get<uint32_t>();
  for (const json& finding : text.at("findings")) {
    description.findings.push_back({trace::from_text(finding.at("trace").get<std::string>()),
                                    finding.at("races").get<std::vector<uint64_t>>()});
  }
  return description;
}

}  // namespace

std::unique_ptr<SavedSearch> SavedSearch::begin(const std::string& directory,
                                                SearchDescription description,
                                                const std::string& standard_input) {
  std::unique_ptr<SavedSearch> saved(new SavedSearch(directory));
  saved->made_directory_ = mkdir(directory.c_str(), 0777) == 0;
  mkdir(saved->path("").c_str(), 0777);
  if (!has_room(saved->path("")) || !saved->lock()) {
    return nullptr;
  }
  // What an earlier one has left.
  Result<SearchDescription> earlier = saved->read_description();
  if (earlier.ok()) {
    saved->description_.workers = earlier.value().workers;
    saved->remove_files(earlier.value().round);
  }
  unlink(saved->path(kDescription).c_str());
  saved->description_ = std::move(description);
  if (!write_whole(saved->path(kInput), standard_input) || !saved->write_description()) {
    saved->finish();
    return nullptr;
  }
  return saved;
}

Result<std::unique_ptr<SavedSearch>> SavedSearch::resume(const std::string& directory) {
  std::unique_ptr<SavedSearch> saved(new SavedSearch(directory));
  if (access(saved->path(kDescription).c_str(), R_OK) != 0) {
    return Error{"there is no search in " + directory + " that could be taken up again"};
  }
  if (!saved->lock()) {
    return Error{"the search in " + directory + " is under way, by another heddle"};
  }
  Result<SearchDescription> description = saved->read_description();
  if (!description.ok()) {
    return description.error();
  }
  saved->description_ = std::move(description.value());
  for (uint32_t worker = 0; worker < saved->description_.workers; ++worker) {
    if (!is_whole(saved->file_for(worker))) {
      return Error{saved->path(saved->name_of_file(saved->description_.round, worker)) +
                   " is not as heddle left it; begin a new search"};
    }
  }
  return saved;
}

SavedSearch::~SavedSearch() {
  close_files();
  if (lock_ >= 0) {
    close(lock_);
  }
}

Result<std::string> SavedSearch::standard_input() const { return read_whole(path(kInput)); }

int SavedSearch::file_for(uint32_t worker) {
  if (files_.size() <= worker) {
    files_.resize(worker + 1, -1);
  }
  if (files_[worker] < 0) {
    files_[worker] = open(path(name_of_file(description_.round, worker)).c_str(),
                          O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  }
  return files_[worker];
}

// The new description counts from the moment that it has its name; the files of the old one go
// after that.
void SavedSearch::begin_round(const SearchDescription& description) {
  const uint32_t before = description_.round;
  close_files();
  description_ = description;
  remove_files(description.round);
  write_description();
  if (before != description.round) {
    remove_files(before);
  }
}

void SavedSearch::finish() {
  for (const int file : files_) {
    close(file);
  }
  files_.clear();
  unlink(path(kDescription).c_str());
  remove_files(description_.round);
  unlink(path(kInput).c_str());
  unlink(path(kLock).c_str());
  rmdir(path("").c_str());
  if (made_directory_) {
    rmdir(directory_.c_str());  // unless there is something in it
  }
}

std::string SavedSearch::path(const std::string& name) const {
  return directory_ + "/search" + (name.empty() ? "" : "/" + name);
}

std::string SavedSearch::name_of_file(uint32_t round, uint32_t worker) const {
  return "round-" + std::to_string(round) + "-worker-" + std::to_string(worker);
}

bool SavedSearch::lock() {
  lock_ = open(path(kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    return false;
  }
  // It may have been removed by the one that had it.
  struct stat ours = {};
  struct stat there = {};
  return fstat(lock_, &ours) == 0 && stat(path(kLock).c_str(), &there) == 0 &&
         ours.st_ino == there.st_ino;
}

bool SavedSearch::write_description() const {
  const std::string whole = path(kDescription);
  return write_whole(whole + ".new", to_json(description_).dump(1) + "\n") &&
         rename((whole + ".new").c_str(), whole.c_str()) == 0;
}

Result<SearchDescription> SavedSearch::read_description() const {
  Result<std::string> text = read_whole(path(kDescription));
  if (!text.ok()) {
    return text.error();
  }
  const json parsed = json::parse(text.value(), nullptr, false);
  try {
    if (parsed.is_discarded() || parsed.at("heddle") != HEDDLE_VERSION) {
      return Error{path(kDescription) + " is not one of this version of heddle"};
    }
    return from_json(parsed);
  } catch (const json::exception&) {
    return Error{path(kDescription) + " does not say what was searched"};
  }
}

void SavedSearch::remove_files(uint32_t round) const {
  for (uint32_t worker = 0; worker < description_.workers; ++worker) {
    unlink(path(name_of_file(round, worker)).c_str());
  }
}

void SavedSearch::close_files() {
  for (const int file : files_) {
    if (file >= 0) {
      cut_to_size(file);
      close(file);
    }
  }
  files_.clear();
}

}  // namespace heddle::cli

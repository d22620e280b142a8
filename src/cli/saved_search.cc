// SPDX-License-Identifier: Apache-2.0
#include "cli/saved_search.h"

#include "base/hash.h"
#include "cli/saved_climb.h"
#include "explore/arena.h"
#include "trace/bytes.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;
using nlohmann::json;

constexpr char kDescription[] = "search.json";
constexpr char kInput[] = "input";
constexpr char kChecksum[] = "checksum";

// A search takes address space for all that could come; what it has not written to need not be
// part of the file.  Whether the rest is all of it, its checksum says: nothing is written here that
// would have to go before the search goes on, so heddle may be killed at any moment.
void cut_to_size(int file) {
  off_t end = 0;
  for (off_t data = lseek(file, 0, SEEK_DATA); data >= 0; data = lseek(file, end, SEEK_DATA)) {
    end = lseek(file, data, SEEK_HOLE);
    if (end < 0) {
      return;
    }
  }
  if (errno == ENXIO) {
    [[maybe_unused]] const int ignored = ftruncate(file, end);
  }
}

// The part of the search that it should be, and no larger than its address space.
bool may_be_part(int file, uint64_t identity) {
  const off_t size = lseek(file, 0, SEEK_END);
  explore::Beginning found;
  return pread(file, &found, sizeof found, 0) == static_cast<ssize_t>(sizeof found) &&
         found.is_whole() && found.settings.identity == identity && size >= 0 &&
         static_cast<uint64_t>(size) <= found.settings.arena_bytes - found.settings.search_offset;
}

// Until no process has the file open or in its memory but this one: when heddle is killed, the
// program's processes die with it, but not all at once.
bool have_for_ourselves(int file) {
  constexpr std::chrono::milliseconds kTick{5};
  constexpr int kTicks = 4000;
  for (int i = 0; i < kTicks; ++i) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) {
      return true;
    }
    if (errno != EWOULDBLOCK && errno != EINTR) {
      return false;
    }
    std::this_thread::sleep_for(kTick);
  }
  return false;
}

uint64_t random_number() {
  uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) {
    number = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  }
  return number;
}

json to_json(const std::vector<verdict::KnownFinding>& findings) {
  json list = json::array();
  for (const verdict::KnownFinding& finding : findings) {
    json orders = json::array();
    for (const std::string& file : finding.orders) {
      orders.push_back(trace::to_text(file));
    }
    list.push_back({{"trace", trace::to_text(finding.trace)},
                    {"orders", orders},
                    {"races", finding.races},
                    {"executions", finding.executions},
                    {"counts_on", finding.counts_on}});
  }
  return list;
}

std::vector<verdict::KnownFinding> findings_from(const json& list) {
  std::vector<verdict::KnownFinding> findings;
  for (const json& finding : list) {
    std::vector<std::string> orders;
    for (const json& file : finding.at("orders")) {
      orders.push_back(trace::from_text(file.get<std::string>()));
    }
    findings.push_back({trace::from_text(finding.at("trace").get<std::string>()), orders,
                        finding.at("races").get<std::vector<uint64_t>>(),
                        finding.at("executions").get<uint64_t>(),
                        finding.at("counts_on").get<bool>()});
  }
  return findings;
}

// Arguments and names of files may hold any bytes.
json to_json(const SearchDescription& description) {
  json arguments = json::array();
  for (const std::string& argument : description.arguments) {
    arguments.push_back(trace::to_text(argument));
  }
  return {{"heddle", HEDDLE_VERSION},
          {"keyed_hash", description.keyed_hash},
          {"arguments", arguments},
          {"directory", trace::to_text(description.directory)},
          {"build_id", description.build_id},
          {"start_time", description.start_time},
          {"identity", description.identity},
          {"workers", description.workers},
          {"round", description.round},
          {"attempt", description.attempt},
          {"after_races", description.after_races},
          {"suppressed", description.suppressed},
          {"benign", description.benign},
          {"climb", climb_to_json(description.climb)},
          {"spent", description.spent},
          {"findings", to_json(description.findings)},
          {"races", to_json(description.races)},
          {"suspects", to_json(description.suspects)}};
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
  description.identity = text.at("identity").get<uint64_t>();
  description.workers = text.at("workers").get<uint32_t>();
  description.round = text.at("round").get<uint32_t>();
  description.attempt = text.at("attempt").get<uint32_t>();
  description.suppressed = text.at("suppressed").get<uint32_t>();
  description.benign = text.at("benign").get<uint32_t>();
  description.after_races = text.at("after_races").get<uint32_t>();
  description.climb = climb_from(text.at("climb"));
  description.spent = text.at("spent").get<uint64_t>();
  description.findings = findings_from(text.at("findings"));
  description.races = findings_from(text.at("races"));
  description.suspects = findings_from(text.at("suspects"));
  return description;
}

// Of all but itself.
uint64_t checksum_of(json text) {
  text.erase(kChecksum);
  return base::mix(base::hash_bytes(text.dump()));
}

}  // namespace

Result<std::unique_ptr<SavedSearch>> SavedSearch::begin(const std::string& directory,
                                                        SearchDescription description,
                                                        const std::string& standard_input) {
  const bool made_directory = mkdir(directory.c_str(), 0777) == 0;
  Result<std::optional<SearchFolder>> folder = SearchFolder::open(directory + "/search", true);
  if (!folder.ok()) {
    return folder.error();
  }
  std::unique_ptr<SavedSearch> none;
  if (!folder.value().has_value()) {
    return none;
  }
  std::unique_ptr<SavedSearch> saved(new SavedSearch(directory, std::move(folder.value().value())));
  saved->made_directory_ = made_directory;
  if (!saved->folder_.has_room() || !saved->folder_.lock()) {
    return none;
  }
  // What an earlier one has left.
  Result<SearchDescription> earlier = saved->read_description();
  if (earlier.ok()) {
    saved->description_ = std::move(earlier.value());
    saved->old_files_ = saved->names_of_files();
    saved->remove_old_files();
  }
  saved->folder_.remove(kDescription);
  saved->description_ = std::move(description);
  saved->description_.identity = random_number();
  saved->input_hash_ = base::hash_bytes(standard_input);
  if (!saved->folder_.write_whole(kInput, standard_input)) {
    saved->finish();
    return none;
  }
  return saved;
}

Result<std::unique_ptr<SavedSearch>> SavedSearch::resume(const std::string& directory) {
  Result<std::optional<SearchFolder>> folder = SearchFolder::open(directory + "/search", false);
  if (!folder.ok()) {
    return folder.error();
  }
  if (!folder.value().has_value() || !folder.value()->has(kDescription)) {
    return Error{"there is no search in " + directory + " that could be taken up again"};
  }
  std::unique_ptr<SavedSearch> saved(new SavedSearch(directory, std::move(folder.value().value())));
  if (!saved->folder_.lock()) {
    return Error{"the search in " + directory + " is under way, by another heddle"};
  }
  Result<SearchDescription> description = saved->read_description();
  if (!description.ok()) {
    return description.error();
  }
  saved->description_ = std::move(description.value());
  saved->is_written_ = true;
  for (const std::string& name : saved->names_of_files()) {
    const uint64_t identity = saved->identity_of(static_cast<uint32_t>(saved->files_.size()));
    saved->files_.push_back(saved->folder_.open_file(name));
    const int file = saved->files_.back();
    if (file >= 0 && !have_for_ourselves(file)) {
      return Error{"the search in " + directory +
                   " is still in use: a process of the program has not ended"};
    }
    if (file < 0 || !may_be_part(file, identity)) {
      return Error{saved->folder_.path_of(name) + " is not as heddle left it; begin a new search"};
    }
  }
  return saved;
}

SavedSearch::~SavedSearch() { close_files(); }

Result<std::string> SavedSearch::standard_input() const {
  Result<std::string> text = folder_.read_whole(kInput);
  if (text.ok() && base::hash_bytes(text.value()) != input_hash_) {
    return Error{folder_.path_of(kInput) + " is not as heddle left it; begin a new search"};
  }
  return text;
}

int SavedSearch::file_for(uint32_t worker) {
  const std::vector<std::string> names = names_of_files();
  if (worker >= names.size()) {
    return -1;
  }
  files_.resize(names.size(), -1);
  if (files_[worker] < 0 && !is_written_) {
    files_[worker] = folder_.make_file(names[worker]);
    if (files_[worker] >= 0) {
      flock(files_[worker], LOCK_EX | LOCK_NB);  // see have_for_ourselves()
    }
  }
  return files_[worker];
}

uint64_t SavedSearch::identity_of(uint32_t worker) const {
  uint64_t identity = description_.identity;
  for (const uint32_t part : {description_.round, description_.attempt, worker}) {
    identity = base::combine(identity, part);
  }
  return identity;
}

void SavedSearch::begun() {
  if (!is_written_ && write_description()) {
    is_written_ = true;
    remove_old_files();
  }
}

void SavedSearch::begin_round(const SearchDescription& description) { begin_files(description); }

void SavedSearch::begin_anew(uint32_t workers) {
  SearchDescription description = description_;
  ++description.attempt;
  description.workers = workers;
  begin_files(description);
}

// The files of the one before go when the new description has its name.
void SavedSearch::begin_files(const SearchDescription& description) {
  close_files();
  for (std::string& name : names_of_files()) {
    old_files_.push_back(std::move(name));
  }
  const uint64_t identity = description_.identity;
  description_ = description;
  description_.identity = identity;
  is_written_ = false;
}

void SavedSearch::finish() {
  for (const int file : files_) {
    close(file);
  }
  files_.clear();
  folder_.remove(kDescription);
  for (const std::string& name : names_of_files()) {
    folder_.remove(name);
  }
  remove_old_files();
  folder_.remove(kInput);
  folder_.remove_itself();
  if (made_directory_) {
    rmdir(directory_.c_str());  // unless there is something in it
  }
}

std::vector<std::string> SavedSearch::names_of_files() const {
  constexpr uint32_t kMostWorkers = 1024;
  const std::string again =
      description_.attempt == 0 ? "" : "-attempt-" + std::to_string(description_.attempt);
  std::vector<std::string> names;
  for (uint32_t worker = 0; worker < std::min(description_.workers, kMostWorkers); ++worker) {
    names.push_back("round-" + std::to_string(description_.round) + again + "-worker-" +
                    std::to_string(worker));
  }
  return names;
}

bool SavedSearch::write_description() const {
  json text = to_json(description_);
  text["input_hash"] = input_hash_;
  text[kChecksum] = checksum_of(text);
  const std::string fresh = std::string(kDescription) + ".new";
  return folder_.write_whole(fresh, text.dump(1) + "\n") && folder_.rename(fresh, kDescription);
}

Result<SearchDescription> SavedSearch::read_description() {
  Result<std::string> text = folder_.read_whole(kDescription);
  if (!text.ok()) {
    return text.error();
  }
  const json parsed = json::parse(text.value(), nullptr, false);
  try {
    if (parsed.is_discarded() || parsed.at("heddle") != HEDDLE_VERSION) {
      return Error{folder_.path_of(kDescription) + " is not one of this version of heddle"};
    }
    if (parsed.at(kChecksum) != checksum_of(parsed)) {
      return Error{folder_.path_of(kDescription) + " is not as heddle left it; begin a new search"};
    }
    input_hash_ = parsed.at("input_hash").get<uint64_t>();
    return from_json(parsed);
  } catch (const json::exception&) {
    return Error{folder_.path_of(kDescription) + " does not say what was searched"};
  }
}

void SavedSearch::remove_old_files() {
  for (const std::string& name : old_files_) {
    folder_.remove(name);
  }
  old_files_.clear();
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

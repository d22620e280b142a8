// SPDX-License-Identifier: Apache-2.0
#include "heddle_run.h"

#include "record.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace heddle::live {
namespace {

// The file into which the player writes its record.
class RecordMapping {
 public:
  explicit RecordMapping(const std::string& path) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (ftruncate(descriptor, static_cast<off_t>(sizeof(RecordFile))) == 0) {
      file_ = static_cast<RecordFile*>(
          mmap(nullptr, sizeof(RecordFile), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0));
    }
    close(descriptor);
    file_->executions = 0;
  }
  ~RecordMapping() { munmap(file_, sizeof(RecordFile)); }
  RecordMapping(const RecordMapping&) = delete;
  RecordMapping& operator=(const RecordMapping&) = delete;

  [[nodiscard]] bool is_full() const { return file_->executions > kRecordRoom; }

  [[nodiscard]] std::map<Outcome, int> outcomes(int ops) const {
    std::map<Outcome, int> all;
    for (uint32_t i = 0; i < file_->executions && i < kRecordRoom; ++i) {
      const RecordedExecution& each = file_->execution[i];
      ++all[{{each.values, each.values + ops}, static_cast<Mark>(each.end), each.by, End::none, 0}];
    }
    return all;
  }

 private:
  RecordFile* file_ = nullptr;
};

std::vector<std::string> command(const Site& site, const Program& program,
                                 const Configuration& configuration) {
  std::vector<std::string> words = {
      site.heddle,
      "run",
      "--keep-going",
      "--reduction",
      configuration.reduction,
      "--preemptions",
      configuration.bound == kAll ? "all" : std::to_string(configuration.bound),
      "--strategy",
      configuration.strategy,
      "--reset",
      configuration.reset,
      "--threads",
      configuration.threads,
      "--executions",
      std::to_string(site.most_executions),
      "--out",
      site.folder + "/out",
      "--json",
      site.folder + "/report.json",
      "--log-schedules",
      site.folder + "/schedules"};
  if (configuration.shows) {
    words.emplace_back("--show-output");
  }
  if (program.channels == Channels::steps) {
    words.insert(words.end(), {"--visible", "all"});
  }
  if (program.has(Code::alloc)) {
    words.emplace_back("--reuse");
  }
  words.insert(words.end(), {"--", site.player, to_text(program)});
  return words;
}

int run(const std::vector<std::string>& words, const std::string& output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  int status = -1;
  if (posix_spawn(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ) == 0) {
    waitpid(child, &status, 0);
  }
  posix_spawn_file_actions_destroy(&actions);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<Schedule> read_schedules(const std::string& path) {
  std::vector<Schedule> all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Schedule schedule;
    char colon = 0;
    words >> schedule.preemptions >> colon;
    for (int thread = 0; words >> thread;) {
      schedule.threads.push_back(thread);
    }
    all.push_back(std::move(schedule));
  }
  return all;
}

bool contains(const nlohmann::json& text, const char* part) {
  return text.is_string() && text.get<std::string>().find(part) != std::string::npos;
}

void read_report(const nlohmann::json& json, const Configuration& configuration, Report& report) {
  const std::string verdict = json.at("verdict");
  const nlohmann::json& completed = json.at("bound").at("completed");
  const nlohmann::json wanted =
      configuration.bound == kAll ? nlohmann::json("all") : nlohmann::json(configuration.bound);
  report.reduction = json.at("reduction");
  report.executions = json.at("executions");
  report.pruned = json.at("pruned");
  report.notes = json.at("notes").get<std::vector<std::string>>();
  report.covers_all =
      completed == "all" || contains(json.at("guarantee").at("statement"), "no difference");
  // One that found something says only by `resume` that it has reached the limit.
  report.limited = verdict == "incomplete" ||
                   (completed != wanted && completed != "all" && !json.at("resume").is_null());
  for (const nlohmann::json& finding : json.at("findings")) {
    Found& found = report.findings[finding.at("kind")];
    const int preemptions = finding.at("preemptions");
    found.fewest_preemptions =
        found.count == 0 ? preemptions : std::min(found.fewest_preemptions, preemptions);
    ++found.count;
  }
  report.dropped = contains(json.at("error"), "is of interest");
  if (report.dropped) {
    return;
  }
  if (verdict == "error" || verdict == "nondeterministic" || json.at("diverged") != 0) {
    report.problem = "verdict " + verdict + ", diverged " + json.at("diverged").dump() +
                     ", error " + json.at("error").dump() + "\n";
  } else if (!report.limited && completed != wanted && completed != "all") {
    report.problem = "completed " + completed.dump() + " instead of " + wanted.dump() + "\n";
  }
}

}  // namespace

std::string to_string(const Configuration& configuration) {
  return "--reduction " + configuration.reduction + " --preemptions " +
         (configuration.bound == kAll ? "all" : std::to_string(configuration.bound)) +
         " --strategy " + configuration.strategy + " --reset " + configuration.reset +
         " --threads " + configuration.threads + (configuration.shows ? " --show-output" : "");
}

Report run_heddle(const Site& site, const Program& program, const Configuration& configuration) {
  const std::string record_path = site.folder + "/record";
  setenv("HEDDLE_LIVE_RECORD", record_path.c_str(), 1);
  const RecordMapping record(record_path);
  const std::string output = site.folder + "/output";
  const std::string json_path = site.folder + "/report.json";
  unlink(json_path.c_str());
  Report report;
  report.status = run(command(site, program, configuration), output);
  std::ifstream file(json_path);
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded()) {
    std::ifstream text(output);
    report.problem = "status " + std::to_string(report.status) + " and no report:\n" +
                     std::string(std::istreambuf_iterator<char>(text), {}) + "\n";
    return report;
  }
  read_report(json, configuration, report);
  report.limited = report.limited || record.is_full();
  report.schedules = read_schedules(site.folder + "/schedules");
  report.recorded = record.outcomes(program.ops());
  return report;
}

}  // namespace heddle::live

// SPDX-License-Identifier: Apache-2.0
#include "cli/run_outputs.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;

// It is written while the search goes on, by several processes, and at its end.
Result<int> open_schedule_log(const std::string& path) {
  if (path.empty()) {
    return -1;
  }
  if (path == "-") {
    fcntl(STDOUT_FILENO, F_SETFL, fcntl(STDOUT_FILENO, F_GETFL) | O_APPEND);
  }
  const int log = path == "-" ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                              : ::open(path.c_str(),
                                       O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
  if (log < 0) {
    return Error{"cannot write " + path + ": " + strerror(errno)};
  }
  return log;
}

Result<std::unique_ptr<ReportFile>> open_report(const std::string& path) {
  return path.empty() ? Result<std::unique_ptr<ReportFile>>(nullptr) : ReportFile::open(path);
}

}  // namespace

Result<std::unique_ptr<RunOutputs>> RunOutputs::open(const RunOptions& options) {
  std::unique_ptr<RunOutputs> outputs(new RunOutputs);
  Result<std::unique_ptr<OutputDirectory>> directory = OutputDirectory::take(options.out);
  if (!directory.ok()) {
    return directory.error();
  }
  Result<std::unique_ptr<ReportFile>> json = open_report(options.json);
  if (!json.ok()) {
    return json.error();
  }
  Result<std::unique_ptr<ReportFile>> coverage = open_report(options.coverage);
  if (!coverage.ok()) {
    return coverage.error();
  }
  Result<int> log = open_schedule_log(options.log_schedules);
  if (!log.ok()) {
    return log.error();
  }
  outputs->directory_ = std::move(directory.value());
  outputs->json_ = std::move(json.value());
  outputs->coverage_ = std::move(coverage.value());
  outputs->schedule_log_ = log.value();
  outputs->logs_to_standard_output_ = options.log_schedules == "-";
  if (outputs->json_ != nullptr && outputs->coverage_ != nullptr &&
      outputs->json_->is_same_as(*outputs->coverage_)) {
    return Error{"--json and --coverage cannot both go to " + options.json};
  }
  return outputs;
}

RunOutputs::~RunOutputs() {
  if (schedule_log_ >= 0) {
    close(schedule_log_);
  }
}

void RunOutputs::begin() {
  directory_->remove_earlier_findings();
  if (schedule_log_ >= 0 && !logs_to_standard_output_) {
    [[maybe_unused]] const int ignored = ftruncate(schedule_log_, 0);
  }
}

bool RunOutputs::use_standard_output() const {
  return (json_ != nullptr && json_->is_standard_output()) ||
         (coverage_ != nullptr && coverage_->is_standard_output()) || logs_to_standard_output_;
}

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "cli/output_directory.h"
#include "cli/report_file.h"
#include "cli/run_options.h"

#include <memory>

namespace heddle::cli {

// All that `heddle run` writes to, opened before anything is run.
class RunOutputs {
 public:
  static base::Result<std::unique_ptr<RunOutputs>> open(const RunOptions& options);
  ~RunOutputs();
  RunOutputs(const RunOutputs&) = delete;
  RunOutputs& operator=(const RunOutputs&) = delete;

  // A search begins, and not one that goes on: what earlier ones have left is removed.
  void begin();

  [[nodiscard]] ReportFile* json() const { return json_.get(); }
  [[nodiscard]] ReportFile* coverage() const { return coverage_.get(); }
  [[nodiscard]] int schedule_log() const { return schedule_log_; }  // -1: none

  // Standard output is no place for a report to people.
  [[nodiscard]] bool use_standard_output() const;

 private:
  RunOutputs() = default;

  std::unique_ptr<OutputDirectory> directory_;
  std::unique_ptr<ReportFile> json_;
  std::unique_ptr<ReportFile> coverage_;
  int schedule_log_ = -1;
  bool logs_to_standard_output_ = false;
};

}  // namespace heddle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <memory>
#include <string>
#include <vector>

namespace heddle::cli {

// Where a run keeps its traces and its search, while it is its own.
//
// Two runs in one directory would write over each other's traces.  So the directory is locked
// (flock, on itself: the lock ends with the process, however that ends), and the second run is
// refused.
class OutputDirectory {
 public:
  // Makes it, with all that is above it, if it is not there.
  static base::Result<std::unique_ptr<OutputDirectory>> take(const std::string& path);

  // Directories that were made are removed again if nothing is in them.
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  // Removes the traces of earlier runs, which would stand beside what this run finds: files that
  // are named like those that heddle writes, and begin like them.
  void remove_earlier_findings() const;

 private:
  explicit OutputDirectory(std::string path) : path_(std::move(path)) {}

  base::Result<bool> make();
  base::Result<bool> lock();

  const std::string path_;
  std::vector<std::string> made_;  // the outermost first
  int descriptor_ = -1;
};

}  // namespace heddle::cli

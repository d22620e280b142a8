// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/terminal.h"

#include <string>
#include <vector>

namespace heddle::report {

// Something that a machine has, has in part, or has not.
struct Support {
  enum class State { no, partly, yes };

  std::string id;    // for scripts: "pagemap_scan"
  std::string name;  // for people: "PAGEMAP_SCAN"
  State state = State::no;
  std::string detail;       // a version, a path, why not
  std::string consequence;  // what heddle does instead; empty if all is well
};

// Which of several ways heddle takes on this machine.
struct Way {
  std::string id;      // "snapshot"
  std::string name;    // "--reset snapshot"
  std::string taken;   // for scripts: "mprotect"
  std::string detail;  // in words
};

// All that `heddle doctor` says.
struct Diagnosis {
  std::string heddle;
  bool can_run = false;
  std::string verdict;  // one sentence
  std::vector<Support> supports;
  std::vector<Way> ways;
};

[[nodiscard]] std::string render_diagnosis(const Diagnosis& diagnosis, const Style& style);
[[nodiscard]] std::string to_json(const Diagnosis& diagnosis);

}  // namespace heddle::report

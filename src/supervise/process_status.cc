// SPDX-License-Identifier: Apache-2.0
#include "supervise/process_status.h"

#include <fstream>
#include <string>

namespace heddle::supervise {

ProcessStatus status_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  ProcessStatus status;
  // The name is in brackets, and may hold anything.
  const size_t name_end = line.rfind(") ");
  if (name_end != std::string::npos && name_end + 4 < line.size()) {
    status.state = line[name_end + 2];
    status.parent = static_cast<pid_t>(std::strtol(line.c_str() + name_end + 4, nullptr, 10));
  }
  return status;
}

}  // namespace heddle::supervise

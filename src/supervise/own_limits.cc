// SPDX-License-Identifier: Apache-2.0
#include "supervise/own_limits.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace heddle::supervise {
namespace {

constexpr rlim_t kEnoughFiles = 65536;  // some systems allow for a thousand million

// A new process can take it from nowhere else.
rlimit files_before = {};
bool raised = false;

}  // namespace

void raise_own_limits() {
  if (getrlimit(RLIMIT_NOFILE, &files_before) != 0) {
    return;
  }
  rlimit limit = files_before;
  limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, kEnoughFiles));
  raised = limit.rlim_cur != files_before.rlim_cur && setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

void put_back_limits() {
  if (raised) {
    setrlimit(RLIMIT_NOFILE, &files_before);
  }
}

std::string words_for(int error) {
  return std::string(strerror(error)) + (error == EMFILE ? " (see ulimit -n)" : "");
}

std::optional<uint64_t> limit_on(__rlimit_resource_t resource) {
  rlimit limit = {};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return std::nullopt;
  }
  return limit.rlim_cur;
}

}  // namespace heddle::supervise

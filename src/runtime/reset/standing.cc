// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/standing.h"

#include "base/hash.h"
#include "runtime/raw.h"

#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace heddle::runtime {
namespace {

// Lines of /proc/self/status, by how they begin.
constexpr std::string_view kLines[] = {
    "Uid:", "Gid:",    "Groups:", "NSpgid:",     "NSsid:",        "VmLck:",  "THP_enabled:",
    "Cap",  "NoNewPr", "Seccomp", "Speculation", "Cpus_allowed:", "Mems_al", "untag_mask:"};

bool is_looked_at(std::string_view line) {
  for (const std::string_view begin : kLines) {
    if (line.substr(0, begin.size()) == begin) {
      return true;
    }
  }
  return false;
}

size_t read_status(char* text, size_t room) {
  const long file = raw_syscall(SYS_open, as_long("/proc/self/status"), O_RDONLY | O_CLOEXEC);
  size_t used = 0;
  long got = 0;
  while (file >= 0 && used < room &&
         (got = raw_syscall(SYS_read, file, as_long(text + used), static_cast<long>(room - used))) >
             0) {
    used += static_cast<size_t>(got);
  }
  if (file >= 0) {
    raw_syscall(SYS_close, file);
  }
  return used;
}

}  // namespace

uint64_t Standing::hash_now() {
  char text[8192];
  std::string_view rest(text, read_status(text, sizeof text));
  auto hash = static_cast<uint64_t>(raw_syscall(SYS_getpriority, PRIO_PROCESS, 0));
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    if (is_looked_at(line)) {
      hash = base::combine(hash, base::hash_words(line.data(), line.size()));
    }
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return hash;
}

bool Standing::has_children() {
  return raw_syscall(SYS_waitid, P_ALL, 0, 0, WEXITED | WNOHANG | WNOWAIT | __WALL) != -ECHILD;
}

}  // namespace heddle::runtime

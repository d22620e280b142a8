// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of static_destruction_exit: main has made the log before there are threads.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include <thread>

#include <unistd.h>

namespace {

bool log_is_gone = false;

struct Log {
  ~Log() { log_is_gone = true; }
};

struct Cache {
  ~Cache() {
    if (log_is_gone) {
      _exit(3);
    }
  }
};

void use_log() { static Log log; }
void use_cache() { static Cache cache; }

}  // namespace

int main() {
  use_log();
  std::thread first(use_log);
  std::thread second(use_cache);
  first.join();
  second.join();
}

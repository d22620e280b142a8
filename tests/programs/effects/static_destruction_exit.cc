// SPDX-License-Identifier: Apache-2.0
//
// Two threads are the first to use one static object each; the objects are destroyed in the
// opposite order.  The log that the other one still writes to may be gone by then.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: exit preemptions=0
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
  std::thread first(use_log);
  std::thread second(use_cache);
  first.join();
  second.join();
}

// SPDX-License-Identifier: Apache-2.0
//
// Two threads write to one C++ stream, each under a lock of its own.  What the stream does is done
// inside the C++ library, which was not recompiled.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: exit preemptions=0
// RUN: heddle run --reduction none %t
// EXPECT: exit preemptions=0
#include <mutex>
#include <sstream>
#include <thread>

int main() {
  std::ostringstream log;
  std::mutex first_lock;
  std::mutex second_lock;
  std::thread first([&] {
    std::lock_guard held(first_lock);
    log << "a";
  });
  std::thread second([&] {
    std::lock_guard held(second_lock);
    log << 1;
  });
  first.join();
  second.join();
  return log.str() == "a1" ? 0 : 1;
}

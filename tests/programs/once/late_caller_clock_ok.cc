// SPDX-License-Identifier: Apache-2.0
//
// Who finds a once flag done, or a static local made, comes after who did it: by the monotonic
// clock, too.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reduction none --preemptions 1 %t
// EXPECT: clean
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

#include <pthread.h>
#include <threads.h>

namespace {

using Time = std::chrono::steady_clock::time_point;

pthread_once_t posix_flag = PTHREAD_ONCE_INIT;
once_flag c_flag = ONCE_FLAG_INIT;
std::once_flag cxx_flag;
Time posix_time, c_time, cxx_time;

Time now() { return std::chrono::steady_clock::now(); }

void use_posix() {
  pthread_once(&posix_flag, [] { posix_time = now(); });
  assert(now() >= posix_time);
}

void use_c() {
  call_once(&c_flag, [] { c_time = now(); });
  assert(now() >= c_time);
}

void use_cxx() {
  std::call_once(cxx_flag, [] { cxx_time = now(); });
  assert(now() >= cxx_time);
}

void use_static() {
  static const Time time = now();
  assert(now() >= time);
}

}  // namespace

int main() {
  for (const auto use : {use_posix, use_c, use_cxx, use_static}) {
    std::thread slow([use] {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      use();
    });
    std::thread quick(use);
    slow.join();
    quick.join();
  }
}

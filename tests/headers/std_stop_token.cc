// SPDX-License-Identifier: Apache-2.0
//
// std::jthread, std::stop_token and std::stop_callback: a stop is requested while a callback is
// registered, runs, or is taken back.
//
// RUN: heddle run --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  int called = 0;
  bool was_requested = false;
  {
    std::jthread worker([&](std::stop_token token) {
      {
        const std::stop_callback callback(token, [&called] { ++called; });
      }
      was_requested = token.stop_requested();
    });
    worker.request_stop();
  }
  assert(called <= 1 && (was_requested || called == 0));
}

// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of plain_wait_deadlock: a wait that is given the token is woken by the request.
//
// RUN: heddle run %t
// EXPECT: clean
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable_any stirred;

void serve(std::stop_token stop) {
  std::unique_lock lock(mutex);
  stirred.wait(lock, stop, [&] { return stop.stop_requested(); });
}

}  // namespace

int main() {
  std::jthread server(serve);
  std::lock_guard look_in(mutex);
}

// SPDX-License-Identifier: Apache-2.0
//
// A std::jthread waits with a plain wait for its stop to be requested: the request wakes nobody.
//
// Main passes through the mutex once (or the request, which is no visible operation, would be made
// in the step that creates the thread).  Without a preemption it does so and requests the stop
// before the thread has run at all, and the thread sees the request.  One preemption, of main after
// the creation, lets the thread begin to wait.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable_any stirred;

void serve(std::stop_token stop) {
  std::unique_lock lock(mutex);
  stirred.wait(lock, [&] { return stop.stop_requested(); });
}

}  // namespace

int main() {
  std::jthread server(serve);
  std::lock_guard look_in(mutex);
}

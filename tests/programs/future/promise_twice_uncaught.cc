// SPDX-License-Identifier: Apache-2.0
//
// A request is answered by a worker or by a canceller, whoever is first; but the look whether it
// was answered and the note that it is are two critical sections, and the promise is set after
// both.
//
// One preemption, of one after its look and before its note, lets the other look, and set the
// promise as well: std::future_error, which nobody catches.  Without one the second looks after the
// note.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: uncaught preemptions=1
#include <future>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
bool answered = false;
std::promise<int> answer;

bool is_answered() {
  std::lock_guard lock(mutex);
  return answered;
}

void note() {
  std::lock_guard lock(mutex);
  answered = true;
}

void reply(int value) {
  if (!is_answered()) {
    note();
    answer.set_value(value);
  }
}

}  // namespace

int main() {
  std::future<int> future = answer.get_future();
  std::thread worker(reply, 1);
  std::thread canceller(reply, 2);
  worker.join();
  canceller.join();
  return future.get() > 0 ? 0 : 1;
}

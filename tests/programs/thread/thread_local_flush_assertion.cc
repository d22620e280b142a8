// SPDX-License-Identifier: Apache-2.0
//
// A thread's log is written when its thread_local destructor runs, which is after the thread has
// said that it is through.  Main, which has waited for that, misses the log.
//
// Main is blocked until the post.  Without a preemption the worker then goes on through its
// destructors to its end.  One preemption, just after the post, lets main look before them.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
#include <cassert>
#include <mutex>
#include <thread>

#include <semaphore.h>

namespace {

std::mutex mutex;
int written = 0;
sem_t through;

struct Log {
  int lines = 0;

  ~Log() {
    std::lock_guard lock(mutex);
    written += lines;
  }
};

thread_local Log log_of_thread;

void work() {
  ++log_of_thread.lines;
  sem_post(&through);
}

}  // namespace

int main() {
  sem_init(&through, 0, 0);
  std::thread worker(work);
  sem_wait(&through);
  {
    std::lock_guard lock(mutex);
    assert(written == 1);
  }
  worker.join();
}

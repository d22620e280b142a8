// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of thread_local_flush_assertion: a joined thread has run its destructors.
//
// RUN: heddle run %t
// EXPECT: clean
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
  worker.join();
  {
    std::lock_guard lock(mutex);
    assert(written == 1);
  }
}

// SPDX-License-Identifier: Apache-2.0
//
// Thread-local objects are destroyed in the reverse order of their construction, and each is
// constructed on first use.  A session uses the buffer in its destructor; the thread that comes
// second uses a session first, so its buffer is destroyed first.  Which thread comes second does
// not matter: every schedule shows it.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
int comers = 0;

thread_local bool buffer_is_alive = false;

struct Buffer {
  int used = 0;

  Buffer() { buffer_is_alive = true; }
  ~Buffer() { buffer_is_alive = false; }
};

Buffer& buffer() {
  thread_local Buffer instance;
  return instance;
}

struct Session {
  int requests = 0;

  Session() {}
  ~Session() { assert(buffer_is_alive); }
};

Session& session() {
  thread_local Session instance;
  return instance;
}

bool is_first() {
  std::lock_guard lock(mutex);
  return comers++ == 0;
}

void work() {
  if (is_first()) {
    buffer().used++;
    session().requests++;
  } else {
    session().requests++;
    buffer().used++;
  }
}

}  // namespace

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}

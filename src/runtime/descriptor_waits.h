// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <poll.h>

// Threads that wait for descriptors: pipes, sockets, events, terminals.
//
// A call that may wait there becomes a step before it: the thread can go on when one of what it
// waits for is ready, as the kernel says, or when its time is out.  Then the call itself does not
// wait. What is ready is asked anew before each choice among the threads, as long as somebody
// waits.
namespace heddle::runtime {

// Until a descriptor of `awaited` is ready, or until then on the current thread's clock.  False if
// the time ran out.
[[nodiscard]] bool await_descriptors(std::span<const pollfd> awaited,
                                     std::optional<int64_t> deadline, const void* site);

// The same, before a call of the current thread that waits for one descriptor.  Does nothing
// where the call would not wait: for a file, or a descriptor that does not block.  False if the
// time that the descriptor has for this is out.
[[nodiscard]] bool await_input(int descriptor, const void* site);
[[nodiscard]] bool await_output(int descriptor, const void* site);

// Why a call that is about no descriptor's contents would block.
struct CallWait {
  enum class What : uint8_t { child, signal, file_lock, connection, stream };

  What what;
  // Whether it would not, now.
  bool (*is_over)(const CallWait& wait);
  // What others than the threads of the program do is looked at when none of these can go on; null
  // if it makes no difference.
  void (*look_outside)(CallWait& wait) = nullptr;
  long a = 0;  // what it is about
  long b = 0;
};

// The same, until it would not.
[[nodiscard]] bool await_call(CallWait& wait, std::optional<int64_t> deadline, const void* site);

// Reading a file does not wait; reading a pipe, a socket, a terminal or an event may.
[[nodiscard]] bool may_wait(int descriptor);

// For as long as it lives, calls on the descriptor fail where they would wait.
class WithoutWaiting {
 public:
  explicit WithoutWaiting(int descriptor);
  ~WithoutWaiting();
  WithoutWaiting(const WithoutWaiting&) = delete;
  WithoutWaiting& operator=(const WithoutWaiting&) = delete;

 private:
  int descriptor_;
  long flags_;
};

// A descriptor is about to be closed, or to become another one.  Threads that wait for what is
// behind it go on doing so, as in the kernel.
void keep_awaited(int descriptor);

// The call after a wait is over, or needs it no more.
void release_awaited();

// For the call after a wait: where that was for a descriptor which is closed by now, what was
// behind it, which is closed in the end.
class AwaitedFile {
 public:
  AwaitedFile(const char* call, int descriptor, const void* site);
  ~AwaitedFile();
  AwaitedFile(const AwaitedFile&) = delete;
  AwaitedFile& operator=(const AwaitedFile&) = delete;

  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
  bool kept_;
};

// Tells the world what is ready of all that threads wait for.
void look_at_awaited_descriptors();

// Nobody can go on.  If something outside of the program could make a descriptor ready that
// somebody waits for, waits for that, and returns true.
[[nodiscard]] bool wait_for_outside();

}  // namespace heddle::runtime

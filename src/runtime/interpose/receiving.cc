// SPDX-License-Identifier: Apache-2.0
// Calls that may wait for another thread through a pipe, a socket or an event, or for the world
// outside.  Waiting is a step of its own before them, see descriptor_waits.h.
#include "runtime/clock.h"
#include "runtime/descriptor_waits.h"
#include "runtime/effects/effects.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <optional>
#include <span>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

bool waits(int flags) { return (flags & MSG_DONTWAIT) == 0; }

// Before a receive; false if the time is out.
bool await_unless_told(int descriptor, int flags, const void* site) {
  if (waits(flags)) {
    return await_input(descriptor, site);
  }
  step_on_channel(descriptor, site);
  return true;
}

// Of a stream, until all has come: what has, or nothing where the kernel waits for that itself.
//   take: the call for the rest, which does not wait
template <typename Take>
ssize_t receive_all(const char* call, const void* site, int descriptor, size_t size, Take take) {
  size_t done = 0;
  while (done < size) {
    const bool ready = await_input(descriptor, site);
    note_descriptor(call, site, descriptor, DescriptorUse::moves);
    errno = EAGAIN;
    const ssize_t got = ready ? take(done) : -1;
    if (got <= 0) {
      return done == 0 ? got : static_cast<ssize_t>(done);
    }
    done += static_cast<size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

bool receives_all(int descriptor, int flags) {
  int type = 0;
  socklen_t size = sizeof type;
  return (flags & MSG_WAITALL) != 0 && (flags & (MSG_DONTWAIT | MSG_PEEK | MSG_OOB)) == 0 &&
         controlled() && may_wait(descriptor) &&
         raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, SO_TYPE, as_long(&type),
                     as_long(&size)) == 0 &&
         type == SOCK_STREAM;
}

bool is_past(std::optional<int64_t> deadline) {
  return deadline.has_value() && *deadline <= world().time(current().id);
}

// The time-out is looked at after each message.
int receive_messages(int descriptor, std::span<mmsghdr> messages, int flags,
                     std::optional<int64_t> deadline, const void* site) {
  int done = 0;
  for (mmsghdr& message : messages) {
    const bool needs = done == 0 || (flags & MSG_WAITFORONE) == 0;
    const bool ready = !needs || await_input(descriptor, site);
    note_descriptor("recvmmsg", site, descriptor, DescriptorUse::moves);
    note_opening("recvmmsg", site);
    errno = EAGAIN;
    const int one = flags & ~MSG_WAITFORONE;
    if (!ready || real.recvmmsg(descriptor, &message, 1, one | MSG_DONTWAIT, nullptr) != 1) {
      break;
    }
    ++done;
    if (is_past(deadline)) {
      break;
    }
  }
  return done == 0 && !messages.empty() ? -1 : done;
}

// Within this machine, so that the other end may be a thread of the program.
bool is_local(const sockaddr* address, socklen_t length) {
  if (address == nullptr || length < sizeof address->sa_family) {
    return true;
  }
  if (address->sa_family == AF_INET && length >= sizeof(sockaddr_in)) {
    const auto* in = reinterpret_cast<const sockaddr_in*>(address);
    return ntohl(in->sin_addr.s_addr) >> 24 == 127;
  }
  if (address->sa_family == AF_INET6 && length >= sizeof(sockaddr_in6)) {
    return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
  }
  return address->sa_family == AF_UNIX;
}

int try_to_connect(int descriptor, const sockaddr* address, socklen_t length) {
  const WithoutWaiting without(descriptor);
  return real.connect(descriptor, address, length);
}

bool was_accepted_since(const CallWait& wait) { return program.accepted != wait.a; }

void try_again(CallWait& wait) { wait.a = -1; }

// Of a listener whose queue is full, until somebody is accepted: the kernel does not tell when
// there is room.
void await_accept(const void* site) {
  CallWait wait = {.what = CallWait::What::connection,
                   .is_over = was_accepted_since,
                   .look_outside = program.accepted == 0 ? try_again : nullptr,
                   .a = program.accepted};
  (void)await_call(wait, std::nullopt, site);
}

int connect_when_ready(int descriptor, const sockaddr* address, socklen_t length,
                       const void* site) {
  int result = try_to_connect(descriptor, address, length);
  while (result != 0 && errno == EAGAIN) {
    await_accept(site);
    note_descriptor("connect", site, descriptor, DescriptorUse::moves);
    result = try_to_connect(descriptor, address, length);
  }
  if (result == 0) {
    return 0;
  }
  if (errno != EINPROGRESS) {
    return -1;
  }
  if (!await_output(descriptor, site)) {
    errno = EINPROGRESS;
    return -1;
  }
  int error = 0;
  socklen_t size = sizeof error;
  raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, SO_ERROR, as_long(&error), as_long(&size));
  errno = error;
  return error == 0 ? 0 : -1;
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE ssize_t read(int descriptor, void* buffer, size_t size) {
  if (!await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("read", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  const AwaitedFile file("read", descriptor, __builtin_return_address(0));
  return real.read(file.number(), buffer, size);
}

HEDDLE_INTERPOSE ssize_t recv(int descriptor, void* buffer, size_t size, int flags) {
  if (receives_all(descriptor, flags)) {
    return receive_all("recv", __builtin_return_address(0), descriptor, size, [&](size_t done) {
      return real.recv(descriptor, static_cast<char*>(buffer) + done, size - done,
                       flags & ~MSG_WAITALL);
    });
  }
  if (!await_unless_told(descriptor, flags, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("recv", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  const AwaitedFile file("recv", descriptor, __builtin_return_address(0));
  return real.recv(file.number(), buffer, size, flags);
}

HEDDLE_INTERPOSE ssize_t recvfrom(int descriptor, void* buffer, size_t size, int flags,
                                  sockaddr* address, socklen_t* length) {
  if (receives_all(descriptor, flags)) {
    return receive_all("recvfrom", __builtin_return_address(0), descriptor, size, [&](size_t done) {
      return real.recvfrom(descriptor, static_cast<char*>(buffer) + done, size - done,
                           flags & ~MSG_WAITALL, address, length);
    });
  }
  if (!await_unless_told(descriptor, flags, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("recvfrom", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  const AwaitedFile file("recvfrom", descriptor, __builtin_return_address(0));
  return real.recvfrom(file.number(), buffer, size, flags, address, length);
}

HEDDLE_INTERPOSE ssize_t recvmsg(int descriptor, msghdr* message, int flags) {
  if (!await_unless_told(descriptor, flags, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("recvmsg", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("recvmsg", __builtin_return_address(0));
  resolve_real_functions();
  const AwaitedFile file("recvmsg", descriptor, __builtin_return_address(0));
  return real.recvmsg(file.number(), message, flags);
}

HEDDLE_INTERPOSE int accept(int descriptor, sockaddr* address, socklen_t* length) {
  if (!await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("accept", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("accept", __builtin_return_address(0));
  resolve_real_functions();
  ++program.accepted;
  const AwaitedFile file("accept", descriptor, __builtin_return_address(0));
  return real.accept(file.number(), address, length);
}

HEDDLE_INTERPOSE int accept4(int descriptor, sockaddr* address, socklen_t* length, int flags) {
  if (!await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("accept4", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("accept4", __builtin_return_address(0));
  resolve_real_functions();
  ++program.accepted;
  const AwaitedFile file("accept4", descriptor, __builtin_return_address(0));
  return real.accept4(file.number(), address, length, flags);
}

HEDDLE_INTERPOSE int recvmmsg(int descriptor, mmsghdr* messages, unsigned count, int flags,
                              timespec* time) {
  if (!controlled() || !waits(flags) || !may_wait(descriptor)) {
    note_descriptor("recvmmsg", __builtin_return_address(0), descriptor, DescriptorUse::moves);
    note_opening("recvmmsg", __builtin_return_address(0));
    resolve_real_functions();
    return real.recvmmsg(descriptor, messages, count, flags, time);
  }
  return receive_messages(descriptor, {messages, count}, flags,
                          time == nullptr ? std::nullopt : std::optional(deadline_after(*time)),
                          __builtin_return_address(0));
}

HEDDLE_INTERPOSE int connect(int descriptor, const sockaddr* address, socklen_t length) {
  note_descriptor("connect", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  if (!is_local(address, length)) {
    note_uncontrolled("connect");
  }
  if (!controlled() || !may_wait(descriptor)) {
    return real.connect(descriptor, address, length);
  }
  return connect_when_ready(descriptor, address, length, __builtin_return_address(0));
}

// SPDX-License-Identifier: Apache-2.0
// Calls that may wait for another thread through a pipe, a socket or an event, or for the world
// outside.  Waiting is a step of its own before them, see descriptor_waits.h.  Other calls that
// wait are let through and listed; where one does not return, the watchdog says who is stuck in
// what.
#include "runtime/clock.h"
#include "runtime/descriptor_waits.h"
#include "runtime/effects/effects.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/interpose/sleep.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <csignal>
#include <initializer_list>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

// Calls that look at many at once.
constexpr nfds_t kFewDescriptors = 16;

void note_poll(const char* call, const void* site, const pollfd* descriptors, nfds_t count) {
  if (count > kFewDescriptors) {
    note_effect_on_everything(call, site);
    return;
  }
  for (nfds_t i = 0; i < count; ++i) {
    note_descriptor(call, site, descriptors[i].fd, DescriptorUse::looks);
  }
}

void note_select(const char* call, const void* site, int count,
                 std::initializer_list<const fd_set*> sets) {
  for (int descriptor = 0; descriptor < count && descriptor < FD_SETSIZE; ++descriptor) {
    for (const fd_set* set : sets) {
      if (set != nullptr && FD_ISSET(descriptor, set)) {
        note_descriptor(call, site, descriptor, DescriptorUse::looks);
        break;
      }
    }
  }
}

std::optional<int64_t> deadline_of(int milliseconds) {
  return milliseconds < 0
             ? std::nullopt
             : std::optional(deadline_after_nanoseconds(int64_t{milliseconds} * 1000000));
}

std::optional<int64_t> deadline_of(const timespec* time) {
  return time == nullptr ? std::nullopt : std::optional(deadline_after(*time));
}

bool is_zero(const timespec* time) {
  return time != nullptr && time->tv_sec == 0 && time->tv_nsec == 0;
}

// Waits as a poll would, where it would.  One of nothing is a sleep.
void await_poll(const pollfd* descriptors, nfds_t count, std::optional<int64_t> deadline,
                const void* site) {
  if (count != 0 || !deadline.has_value()) {
    (void)await_descriptors({descriptors, count}, deadline, site);
  } else {
    sleep_until(*deadline, site);
  }
}

// What a select waits for, as a poll; 0 if it cannot be one.
nfds_t as_poll(pollfd (&descriptors)[FD_SETSIZE], int count, const fd_set* reads,
               const fd_set* writes, const fd_set* exceptions) {
  nfds_t found = 0;
  for (int descriptor = 0; descriptor < count && descriptor < FD_SETSIZE; ++descriptor) {
    const auto wants = [&](const fd_set* set, int events) {
      return static_cast<short>(set != nullptr && FD_ISSET(descriptor, set) ? events : 0);
    };
    const auto events = static_cast<short>(wants(reads, POLLIN) | wants(writes, POLLOUT) |
                                           wants(exceptions, POLLPRI));
    if (events != 0) {
      descriptors[found++] = {descriptor, events, 0};
    }
  }
  return found;
}

void await_select(int count, const fd_set* reads, const fd_set* writes, const fd_set* exceptions,
                  std::optional<int64_t> deadline, const void* site) {
  pollfd descriptors[FD_SETSIZE];
  await_poll(descriptors, as_poll(descriptors, count, reads, writes, exceptions), deadline, site);
}

// epoll_wait and its relatives.  Where somebody else has taken what was ready, it waits again.
//   take: the call itself, which does not wait
template <typename Take>
int wait_for_events(const char* call, const void* site, int descriptor,
                    std::optional<int64_t> deadline, bool may_wait, Take take) {
  const pollfd awaited = {descriptor, POLLIN, 0};
  for (;;) {
    program.timers.fire_due();
    const bool ready = may_wait && await_descriptors({&awaited, 1}, deadline, site);
    note_effect_on_everything(call, site);
    if (has_effect(site)) {
      learn_from_all_channels();
    }
    const int taken = take();
    if (taken != 0 || !ready) {
      return taken;
    }
  }
}

bool waits(int flags) { return (flags & MSG_DONTWAIT) == 0; }

constexpr timespec kAtOnce = {};

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE ssize_t read(int descriptor, void* buffer, size_t size) {
  if (!await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("read", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  return real.read(descriptor, buffer, size);
}

HEDDLE_INTERPOSE ssize_t recv(int descriptor, void* buffer, size_t size, int flags) {
  if (waits(flags) && !await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("recv", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  return real.recv(descriptor, buffer, size, flags);
}

HEDDLE_INTERPOSE ssize_t recvfrom(int descriptor, void* buffer, size_t size, int flags,
                                  sockaddr* address, socklen_t* length) {
  if (waits(flags) && !await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("recvfrom", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  return real.recvfrom(descriptor, buffer, size, flags, address, length);
}

HEDDLE_INTERPOSE ssize_t recvmsg(int descriptor, msghdr* message, int flags) {
  if (waits(flags) && !await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("recvmsg", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("recvmsg", __builtin_return_address(0));
  resolve_real_functions();
  return real.recvmsg(descriptor, message, flags);
}

HEDDLE_INTERPOSE int accept(int descriptor, sockaddr* address, socklen_t* length) {
  if (!await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("accept", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("accept", __builtin_return_address(0));
  resolve_real_functions();
  return real.accept(descriptor, address, length);
}

HEDDLE_INTERPOSE int accept4(int descriptor, sockaddr* address, socklen_t* length, int flags) {
  if (!await_input(descriptor, __builtin_return_address(0))) {
    errno = EAGAIN;
    return -1;
  }
  note_descriptor("accept4", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("accept4", __builtin_return_address(0));
  resolve_real_functions();
  return real.accept4(descriptor, address, length, flags);
}

HEDDLE_INTERPOSE int connect(int descriptor, const sockaddr* address, socklen_t length) {
  note_descriptor("connect", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_uncontrolled("connect");
  resolve_real_functions();
  return real.connect(descriptor, address, length);
}

HEDDLE_INTERPOSE int poll(pollfd* descriptors, nfds_t count, int milliseconds) {
  if (controlled() && milliseconds != 0) {
    await_poll(descriptors, count, deadline_of(milliseconds), __builtin_return_address(0));
    milliseconds = 0;
  }
  if (controlled()) {
    program.timers.fire_due();
  }
  note_poll("poll", __builtin_return_address(0), descriptors, count);
  resolve_real_functions();
  return real.poll(descriptors, count, milliseconds);
}

HEDDLE_INTERPOSE int ppoll(pollfd* descriptors, nfds_t count, const timespec* time,
                           const sigset_t* mask) {
  if (controlled() && !is_zero(time)) {
    await_poll(descriptors, count, deadline_of(time), __builtin_return_address(0));
    time = &kAtOnce;
  }
  note_poll("ppoll", __builtin_return_address(0), descriptors, count);
  resolve_real_functions();
  return real.ppoll(descriptors, count, time, mask);
}

HEDDLE_INTERPOSE int select(int count, fd_set* reads, fd_set* writes, fd_set* exceptions,
                            timeval* time) {
  timeval at_once = {};
  if (controlled() && (time == nullptr || time->tv_sec != 0 || time->tv_usec != 0)) {
    const std::optional<int64_t> deadline =
        time == nullptr ? std::nullopt
                        : std::optional(deadline_after({time->tv_sec, time->tv_usec * 1000}));
    await_select(count, reads, writes, exceptions, deadline, __builtin_return_address(0));
    time = &at_once;
  }
  note_select("select", __builtin_return_address(0), count, {reads, writes, exceptions});
  resolve_real_functions();
  return real.select(count, reads, writes, exceptions, time);
}

HEDDLE_INTERPOSE int pselect(int count, fd_set* reads, fd_set* writes, fd_set* exceptions,
                             const timespec* time, const sigset_t* mask) {
  if (controlled() && !is_zero(time)) {
    await_select(count, reads, writes, exceptions, deadline_of(time), __builtin_return_address(0));
    time = &kAtOnce;
  }
  note_select("pselect", __builtin_return_address(0), count, {reads, writes, exceptions});
  resolve_real_functions();
  return real.pselect(count, reads, writes, exceptions, time, mask);
}

HEDDLE_INTERPOSE int epoll_wait(int descriptor, epoll_event* events, int most, int milliseconds) {
  if (!controlled()) {
    return real.epoll_wait(descriptor, events, most, milliseconds);
  }
  return wait_for_events("epoll_wait", __builtin_return_address(0), descriptor,
                         deadline_of(milliseconds), milliseconds != 0,
                         [&] { return real.epoll_wait(descriptor, events, most, 0); });
}

HEDDLE_INTERPOSE int epoll_pwait(int descriptor, epoll_event* events, int most, int milliseconds,
                                 const sigset_t* mask) {
  if (!controlled()) {
    return real.epoll_pwait(descriptor, events, most, milliseconds, mask);
  }
  return wait_for_events("epoll_pwait", __builtin_return_address(0), descriptor,
                         deadline_of(milliseconds), milliseconds != 0,
                         [&] { return real.epoll_pwait(descriptor, events, most, 0, mask); });
}

HEDDLE_INTERPOSE pid_t wait(int* status) {
  note_effect_on_everything("wait", __builtin_return_address(0));
  note_uncontrolled("wait");
  resolve_real_functions();
  return real.wait(status);
}

HEDDLE_INTERPOSE pid_t waitpid(pid_t process, int* status, int options) {
  note_effect_on_everything("waitpid", __builtin_return_address(0));
  note_uncontrolled("waitpid");
  resolve_real_functions();
  return real.waitpid(process, status, options);
}

HEDDLE_INTERPOSE int pause() {
  note_effect_on_everything("pause", __builtin_return_address(0));
  note_uncontrolled("pause");
  resolve_real_functions();
  return real.pause();
}

HEDDLE_INTERPOSE int sigwait(const sigset_t* set, int* signal) {
  note_effect_on_everything("sigwait", __builtin_return_address(0));
  note_uncontrolled("sigwait");
  resolve_real_functions();
  return real.sigwait(set, signal);
}

HEDDLE_INTERPOSE int sigsuspend(const sigset_t* mask) {
  note_effect_on_everything("sigsuspend", __builtin_return_address(0));
  note_uncontrolled("sigsuspend");
  resolve_real_functions();
  return real.sigsuspend(mask);
}

HEDDLE_INTERPOSE int flock(int descriptor, int operation) noexcept {
  note_descriptor("flock", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_uncontrolled("flock");
  resolve_real_functions();
  return real.flock(descriptor, operation);
}

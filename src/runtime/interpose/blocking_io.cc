// SPDX-License-Identifier: Apache-2.0
// Calls that may wait for the world outside, or for another thread through a
// pipe or a socket.  They are let through and listed; where one does not return,
// the watchdog says who is stuck in what.  A poll or select of nothing is a sleep,
// and is controlled.
#include "runtime/clock.h"
#include "runtime/effects/effects.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/interpose/sleep.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <csignal>
#include <cstdio>
#include <initializer_list>

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

// Reading a file does not wait; reading a pipe, a socket or a terminal may.
bool may_block(int descriptor) {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0) {
    return false;
  }
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ||
         (S_ISCHR(status.st_mode) && isatty(descriptor) != 0);
}

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

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE ssize_t read(int descriptor, void* buffer, size_t size) {
  note_descriptor("read", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  if (controlled() && may_block(descriptor)) {
    note_uncontrolled("read from a pipe, socket or terminal");
  }
  return real.read(descriptor, buffer, size);
}

HEDDLE_INTERPOSE ssize_t recv(int descriptor, void* buffer, size_t size, int flags) {
  note_descriptor("recv", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_uncontrolled("recv");
  resolve_real_functions();
  return real.recv(descriptor, buffer, size, flags);
}

HEDDLE_INTERPOSE ssize_t recvfrom(int descriptor, void* buffer, size_t size, int flags,
                                  sockaddr* address, socklen_t* length) {
  note_descriptor("recvfrom", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_uncontrolled("recvfrom");
  resolve_real_functions();
  return real.recvfrom(descriptor, buffer, size, flags, address, length);
}

HEDDLE_INTERPOSE ssize_t recvmsg(int descriptor, msghdr* message, int flags) {
  note_descriptor("recvmsg", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("recvmsg", __builtin_return_address(0));
  note_uncontrolled("recvmsg");
  resolve_real_functions();
  return real.recvmsg(descriptor, message, flags);
}

HEDDLE_INTERPOSE int accept(int descriptor, sockaddr* address, socklen_t* length) {
  note_descriptor("accept", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("accept", __builtin_return_address(0));
  note_uncontrolled("accept");
  resolve_real_functions();
  return real.accept(descriptor, address, length);
}

HEDDLE_INTERPOSE int accept4(int descriptor, sockaddr* address, socklen_t* length, int flags) {
  note_descriptor("accept4", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  note_opening("accept4", __builtin_return_address(0));
  note_uncontrolled("accept4");
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
  note_poll("poll", __builtin_return_address(0), descriptors, count);
  if (controlled() && count == 0 && milliseconds >= 0) {
    sleep_until(deadline_after_nanoseconds(int64_t{milliseconds} * 1000000),
                __builtin_return_address(0));
    return 0;
  }
  note_uncontrolled("poll");
  resolve_real_functions();
  return real.poll(descriptors, count, milliseconds);
}

HEDDLE_INTERPOSE int ppoll(pollfd* descriptors, nfds_t count, const timespec* time,
                           const sigset_t* mask) {
  note_poll("ppoll", __builtin_return_address(0), descriptors, count);
  if (controlled() && count == 0 && time != nullptr) {
    sleep_until(deadline_after(*time), __builtin_return_address(0));
    return 0;
  }
  note_uncontrolled("ppoll");
  resolve_real_functions();
  return real.ppoll(descriptors, count, time, mask);
}

HEDDLE_INTERPOSE int select(int count, fd_set* reads, fd_set* writes, fd_set* exceptions,
                            timeval* time) {
  note_select("select", __builtin_return_address(0), count, {reads, writes, exceptions});
  const bool of_nothing = reads == nullptr && writes == nullptr && exceptions == nullptr;
  if (controlled() && of_nothing && time != nullptr) {
    sleep_until(deadline_after({time->tv_sec, time->tv_usec * 1000}), __builtin_return_address(0));
    return 0;
  }
  note_uncontrolled("select");
  resolve_real_functions();
  return real.select(count, reads, writes, exceptions, time);
}

HEDDLE_INTERPOSE int pselect(int count, fd_set* reads, fd_set* writes, fd_set* exceptions,
                             const timespec* time, const sigset_t* mask) {
  note_select("pselect", __builtin_return_address(0), count, {reads, writes, exceptions});
  note_uncontrolled("pselect");
  resolve_real_functions();
  return real.pselect(count, reads, writes, exceptions, time, mask);
}

HEDDLE_INTERPOSE int epoll_wait(int descriptor, epoll_event* events, int most, int milliseconds) {
  note_effect_on_everything("epoll_wait", __builtin_return_address(0));
  note_uncontrolled("epoll_wait");
  resolve_real_functions();
  return real.epoll_wait(descriptor, events, most, milliseconds);
}

HEDDLE_INTERPOSE int epoll_pwait(int descriptor, epoll_event* events, int most, int milliseconds,
                                 const sigset_t* mask) {
  note_effect_on_everything("epoll_pwait", __builtin_return_address(0));
  note_uncontrolled("epoll_pwait");
  resolve_real_functions();
  return real.epoll_pwait(descriptor, events, most, milliseconds, mask);
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

// SPDX-License-Identifier: Apache-2.0
// Calls that wait for several descriptors at once.  Waiting is a step of its own before them, see
// descriptor_waits.h.
#include "runtime/clock.h"
#include "runtime/descriptor_waits.h"
#include "runtime/effects/effects.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/interpose/sleep.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <initializer_list>
#include <optional>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
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
    release_awaited();
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
    if (!may_wait) {
      step_on_channel(descriptor, site);
    }
    const bool ready = may_wait && await_descriptors({&awaited, 1}, deadline, site);
    note_effect_on_everything(call, site);
    if (has_effect(site)) {
      learn_from_all_channels();
    }
    const AwaitedFile file(call, descriptor, site);
    const int taken = take(file.number());
    if (taken != 0 || !ready) {
      return taken;
    }
  }
}

constexpr timespec kAtOnce = {};

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int poll(pollfd* descriptors, nfds_t count, int milliseconds) {
  const bool waited = controlled() && milliseconds != 0;
  if (waited) {
    await_poll(descriptors, count, deadline_of(milliseconds), __builtin_return_address(0));
    milliseconds = 0;
  }
  if (controlled()) {
    program.timers.fire_due();
    if (milliseconds == 0 && !waited && count != 0) {
      step_on_channel(descriptors[0].fd, __builtin_return_address(0));
    }
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
                         [&](int epoll) { return real.epoll_wait(epoll, events, most, 0); });
}

HEDDLE_INTERPOSE int epoll_pwait(int descriptor, epoll_event* events, int most, int milliseconds,
                                 const sigset_t* mask) {
  if (!controlled()) {
    return real.epoll_pwait(descriptor, events, most, milliseconds, mask);
  }
  return wait_for_events("epoll_pwait", __builtin_return_address(0), descriptor,
                         deadline_of(milliseconds), milliseconds != 0,
                         [&](int epoll) { return real.epoll_pwait(epoll, events, most, 0, mask); });
}

HEDDLE_INTERPOSE int epoll_pwait2(int descriptor, epoll_event* events, int most,
                                  const timespec* time, const sigset_t* mask) {
  if (!controlled()) {
    return real.epoll_pwait2(descriptor, events, most, time, mask);
  }
  return wait_for_events("epoll_pwait2", __builtin_return_address(0), descriptor, deadline_of(time),
                         !is_zero(time),
                         [&](int epoll) { return real.epoll_pwait(epoll, events, most, 0, mask); });
}

// SPDX-License-Identifier: Apache-2.0
#include "runtime/descriptor_waits.h"

#include "runtime/clock.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/objects.h"
#include "runtime/outside.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstdio>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

constexpr size_t kMostAtOnce = 1024;

// How many of them the kernel calls ready, within so much real time.
long poll_for(std::span<pollfd> descriptors, int milliseconds) {
  return raw_syscall(SYS_poll, as_long(descriptors.data()), static_cast<long>(descriptors.size()),
                     milliseconds);
}

// The current thread's, and of no use to others.
bool is_ready(const Fiber& fiber) {
  pollfd copy[kMostAtOnce];
  const size_t count = fiber.awaited.size() < kMostAtOnce ? fiber.awaited.size() : kMostAtOnce;
  for (size_t i = 0; i < count; ++i) {
    copy[i] = fiber.awaited[i];
  }
  return poll_for({copy, count}, 0) != 0;  // one that is not open fails at once
}

template <typename Each>
void for_each_waiting(Each each) {
  for (size_t i = 0; i < world().thread_count(); ++i) {
    const auto id = static_cast<event::ThreadId>(i);
    if (!rt.fibers[i].awaited.empty()) {
      each(rt.fibers[i], id);
    }
  }
}

// Reading a file does not wait; reading a pipe, a socket, a terminal or an event may.
bool may_wait(int descriptor) {
  struct stat status = {};
  if (raw_syscall(SYS_fstat, descriptor, as_long(&status)) != 0 || S_ISREG(status.st_mode) ||
      S_ISDIR(status.st_mode) || S_ISBLK(status.st_mode)) {
    return false;
  }
  const long flags = raw_syscall(SYS_fcntl, descriptor, F_GETFL);
  return flags >= 0 && (flags & O_NONBLOCK) == 0;
}

// How long a socket waits at most.
std::optional<int64_t> time_of_socket(int descriptor, int option) {
  timeval time = {};
  socklen_t size = sizeof time;
  if (raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, option, as_long(&time), as_long(&size)) !=
          0 ||
      (time.tv_sec == 0 && time.tv_usec == 0)) {
    return std::nullopt;
  }
  return deadline_after({time.tv_sec, time.tv_usec * 1000});
}

std::optional<int64_t> earlier(std::optional<int64_t> a, std::optional<int64_t> b) {
  return !a.has_value() || (b.has_value() && *b < *a) ? b : a;
}

bool is_over(std::optional<int64_t> deadline) {
  return deadline.has_value() && *deadline <= world().thread(current().id).time;
}

bool await_one(int descriptor, short events, int time_option, const void* site) {
  if (!controlled()) {
    return true;
  }
  program.timers.fire_due();
  if (!may_wait(descriptor)) {
    return true;
  }
  const pollfd awaited = {descriptor, events, 0};
  return await_descriptors({&awaited, 1}, time_of_socket(descriptor, time_option), site);
}

}  // namespace

bool await_descriptors(std::span<const pollfd> awaited, std::optional<int64_t> deadline,
                       const void* site) {
  Fiber& self = current();
  self.visits.forget_round();  // it may learn anything
  self.awaited = awaited;
  self.awaits_until = deadline;
  program.timers.fire_due();
  ++rt.descriptor_waiters;
  const event::Operation wait = {
      .kind = event::OpKind::descriptor_wait,
      .object = awaited.size() == 1 ? descriptor_object(awaited[0].fd) : event::kNoObject};
  // Where time has passed up to some timer, that may be none of this thread's.
  bool ready = perform(wait, site) == 0;
  while (!ready && !is_over(deadline)) {
    program.timers.fire_due();
    ready = perform(wait, site) == 0;
  }
  --rt.descriptor_waiters;
  self.awaited = {};
  rt.arena->record().waited_for_descriptors = true;
  return ready;
}

bool await_input(int descriptor, const void* site) {
  return await_one(descriptor, POLLIN, SO_RCVTIMEO, site);
}

// Most that is written need not wait; that is no step.
bool await_output(int descriptor, const void* site) {
  pollfd now = {descriptor, POLLOUT, 0};
  return !controlled() || poll_for({&now, 1}, 0) != 0 ||
         await_one(descriptor, POLLOUT, SO_SNDTIMEO, site);
}

void look_at_awaited_descriptors() {
  const std::optional<int64_t> timer = program.timers.first_deadline();
  for_each_waiting([&](const Fiber& fiber, event::ThreadId id) {
    world().set_descriptors_ready(id, is_ready(fiber));
    const std::optional<int64_t> deadline = earlier(fiber.awaits_until, timer);
    event::Operation& pending = world().thread(id).pending;
    pending.timed = deadline.has_value();
    pending.deadline = deadline.value_or(0);
  });
}

bool wait_for_outside() {
  pollfd all[kMostAtOnce];
  size_t count = 0;
  for_each_waiting([&](const Fiber& fiber, event::ThreadId /*id*/) {
    for (const pollfd& each : fiber.awaited) {
      if (count < kMostAtOnce && comes_from_outside(each.fd)) {
        all[count++] = each;
      }
    }
  });
  if (count == 0) {
    return false;
  }
  note_uncontrolled("a wait for input from outside of the program");
  while (poll_for({all, count}, -1) < 0) {
  }
  return true;
}

}  // namespace heddle::runtime

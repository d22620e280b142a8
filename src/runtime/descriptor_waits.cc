// SPDX-License-Identifier: Apache-2.0
#include "runtime/descriptor_waits.h"

#include "runtime/clock.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/objects.h"
#include "runtime/outside.h"
#include "runtime/raw.h"
#include "runtime/reset/private_descriptor.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

constexpr size_t kMostAtOnce = 1024;
constexpr int kLookAgain = 1;  // after so many milliseconds

// How many of them the kernel calls ready, within so much real time.
long poll_for(std::span<pollfd> descriptors, int milliseconds) {
  return raw_syscall(SYS_poll, as_long(descriptors.data()), static_cast<long>(descriptors.size()),
                     milliseconds);
}

pollfd as_kept(const Fiber& fiber, pollfd awaited) {
  awaited.fd = fiber.kept > 0 && awaited.fd == fiber.closed ? fiber.kept : awaited.fd;
  return awaited;
}

bool waits(const Fiber& fiber) { return !fiber.awaited.empty() || fiber.awaited_call != nullptr; }

// The current thread's, and of no use to others.
bool is_ready(const Fiber& fiber) {
  if (fiber.awaited_call != nullptr) {
    return fiber.awaited_call->is_over(*fiber.awaited_call);
  }
  pollfd copy[kMostAtOnce];
  const size_t count = fiber.awaited.size() < kMostAtOnce ? fiber.awaited.size() : kMostAtOnce;
  for (size_t i = 0; i < count; ++i) {
    copy[i] = as_kept(fiber, fiber.awaited[i]);
  }
  return poll_for({copy, count}, 0) != 0;  // one that is not open fails at once
}

template <typename Each>
void for_each_waiting(Each each) {
  for (size_t i = 0; i < world().thread_count(); ++i) {
    const auto id = static_cast<event::ThreadId>(i);
    if (waits(rt.fibers[i])) {
      each(rt.fibers[i], id);
    }
  }
}

// What child processes write takes no time of the program's, as far as that can be: else who goes
// on would hang on how fast they run.
void give_children_time(std::span<const pollfd> awaited) {
  constexpr int kMilliseconds = 100;
  pollfd theirs[kMostAtOnce];
  size_t count = 0;
  for (const pollfd& each : awaited) {
    if (count < kMostAtOnce && comes_from_outside(each.fd)) {
      theirs[count++] = each;
    }
  }
  if (count != 0) {
    poll_for({theirs, count}, kMilliseconds);
  }
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

event::ObjectId object_of_call(CallWait::What what) {
  static constexpr const char* kNames[] = {"a child process", "a signal", "a lock on a file",
                                           "a listener to accept", "a stream that another reads"};
  const auto number = static_cast<uint32_t>(what);
  return call_object(number, kNames[number]);
}

bool is_over(std::optional<int64_t> deadline) {
  return deadline.has_value() && *deadline <= world().time(current().id);
}

bool await_what_is_set(std::optional<int64_t> deadline, event::ObjectId object, const void* site) {
  Fiber& self = current();
  self.visits.forget_round();  // it may learn anything
  self.awaits_until = deadline;
  program.timers.fire_due();
  ++rt.descriptor_waiters;
  const event::Operation wait = {.kind = event::OpKind::descriptor_wait, .object = object};
  // Where time has passed up to some timer, that may be none of this thread's.
  bool ready = perform(wait, site) == 0;
  while (!ready && !is_over(deadline)) {
    program.timers.fire_due();
    ready = perform(wait, site) == 0;
  }
  --rt.descriptor_waiters;
  rt.arena->record().waited_for_descriptors = true;
  return ready;
}

bool await_one(int descriptor, short events, int time_option, const void* site) {
  if (!controlled()) {
    return true;
  }
  program.timers.fire_due();
  if (!may_wait(descriptor)) {
    step_on_channel(descriptor, site);
    return true;
  }
  const pollfd awaited = {descriptor, events, 0};
  return await_descriptors({&awaited, 1}, time_of_socket(descriptor, time_option), site);
}

}  // namespace

bool may_wait(int descriptor) {
  struct stat status = {};
  if (raw_syscall(SYS_fstat, descriptor, as_long(&status)) != 0 || S_ISREG(status.st_mode) ||
      S_ISDIR(status.st_mode) || S_ISBLK(status.st_mode)) {
    return false;
  }
  const long flags = raw_syscall(SYS_fcntl, descriptor, F_GETFL);
  return flags >= 0 && (flags & O_NONBLOCK) == 0;
}

WithoutWaiting::WithoutWaiting(int descriptor)
    : descriptor_(descriptor), flags_(raw_syscall(SYS_fcntl, descriptor, F_GETFL)) {
  raw_syscall(SYS_fcntl, descriptor_, F_SETFL, flags_ | O_NONBLOCK);
}

WithoutWaiting::~WithoutWaiting() { raw_syscall(SYS_fcntl, descriptor_, F_SETFL, flags_); }

bool await_call(CallWait& wait, std::optional<int64_t> deadline, const void* site) {
  current().awaited_call = &wait;
  const bool over = await_what_is_set(deadline, object_of_call(wait.what), site);
  current().awaited_call = nullptr;
  return over;
}

bool await_descriptors(std::span<const pollfd> awaited, std::optional<int64_t> deadline,
                       const void* site) {
  if (has_children()) {
    give_children_time(awaited);
  }
  current().awaited = awaited;
  const bool ready = await_what_is_set(
      deadline, awaited.size() == 1 ? descriptor_object(awaited[0].fd) : event::kNoObject, site);
  current().awaited = {};
  return ready;
}
bool await_input(int descriptor, const void* site) {
  return await_one(descriptor, POLLIN, SO_RCVTIMEO, site);
}

// Most that is written need not wait; that is no step.
bool await_output(int descriptor, const void* site) {
  if (!controlled()) {
    return true;
  }
  step_on_channel(descriptor, site);
  if (rt.starter != nullptr && may_wait(descriptor)) {
    announce_first_effect(site);
  }
  pollfd now = {descriptor, POLLOUT, 0};
  return poll_for({&now, 1}, 0) != 0 || await_one(descriptor, POLLOUT, SO_SNDTIMEO, site);
}

void keep_awaited(int descriptor) {
  if (rt.descriptor_waiters == 0) {
    return;
  }
  for_each_waiting([&](const Fiber& waiting, event::ThreadId id) {
    const auto is_it = [&](const pollfd& each) { return each.fd == descriptor; };
    if (waiting.kept <= 0 && std::any_of(waiting.awaited.begin(), waiting.awaited.end(), is_it)) {
      Fiber& fiber = rt.fibers[event::index(id)];
      fiber.kept = keep_private(raw_syscall(SYS_dup, descriptor));
      fiber.closed = descriptor;
    }
  });
}

// What it is called among the effects is not known any more.
AwaitedFile::AwaitedFile(const char* call, int descriptor, const void* site)
    : number_(descriptor), kept_(controlled() && current().kept > 0) {
  if (kept_ && current().closed == descriptor) {
    number_ = current().kept;
    note_effect_on_everything(call, site);
  }
}

AwaitedFile::~AwaitedFile() {
  if (kept_) {
    release_awaited();
  }
}

void release_awaited() {
  Fiber& self = current();
  if (self.kept > 0) {
    const int error = errno;
    close_private(self.kept);
    self.kept = 0;
    self.closed = -1;
    errno = error;
  }
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
  bool calls = false;
  for_each_waiting([&](const Fiber& fiber, event::ThreadId /*id*/) {
    if (fiber.awaited_call != nullptr && fiber.awaited_call->look_outside != nullptr) {
      fiber.awaited_call->look_outside(*fiber.awaited_call);
      calls = true;
    }
    for (const pollfd& each : fiber.awaited) {
      const pollfd one = as_kept(fiber, each);
      if (count < kMostAtOnce && comes_from_outside(one.fd)) {
        all[count++] = one;
      }
    }
  });
  if (count == 0 && !calls) {
    return false;
  }
  note_uncontrolled("a wait for input from outside of the program");
  // Nobody tells when a call would not block, so it is asked for again and again.
  while (poll_for({all, count}, calls ? kLookAgain : -1) < 0) {
  }
  return true;
}

}  // namespace heddle::runtime
